import { listWords } from '../../platform/values/list-words.rules.ts'
import { Field } from '../../ui/field.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { randomId } from '../../ui/random-id.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { EventDraft, TypeDraft } from '../editing/event-draft.rules.ts'
import { TYPE_NAME_MAX } from '../editing/event-form.rules.ts'
import { isEntry } from '../event.rules.ts'
import { POOLS_MAX } from '../pools/pool.rules.ts'
import { isPositive } from '../types/type-draft.rules.ts'
import { addedPool, type PoolDraft, typedSoldIn } from '../types/unit-draft.rules.ts'
import type { EventForm } from './use-event-form.ts'

const NEW = 'new'

const nameOf = ({ name }: PoolDraft) => name.trim() || 'Unnamed capacity'

const typesOf = ({ types }: EventDraft, { key }: PoolDraft) =>
  types.filter(({ pool }) => pool === key)

const typeNames = (types: readonly TypeDraft[]) =>
  listWords(types.map(({ name }) => name.trim() || 'an unnamed type'))

/** 'It takes its places from Seats (200), as Child does.' Null if the type has no pool. */
export function poolSentence(draft: EventDraft, type: TypeDraft): string | null {
  const pool = draft.pools.find(({ key }) => key === type.pool)
  if (!pool) return null
  const others = typesOf(draft, pool).filter(({ key }) => key !== type.key)
  const places = isPositive(pool.quantity) ? ` (${formatCount(Number(pool.quantity))})` : ''
  const does = others.length > 1 ? 'do' : 'does'
  const as = others.length > 0 ? `, as ${typeNames(others)} ${does}` : ''
  return `It takes its places from ${nameOf(pool)}${places}${as}.`
}

/** Chooses the pool of a type, or adds a pool. Entries and add-ons cannot share a pool. */
export function PoolChoice({
  form,
  type,
  index,
}: {
  form: EventForm
  type: TypeDraft
  index: number
}) {
  const { draft, change, types, findings } = form
  const pools = draft.pools.filter((pool) =>
    typesOf(draft, pool).every(({ kind }) => kind === type.kind),
  )

  /** Adds a pool with the type's number of places, and puts the type into this pool. */
  function add() {
    const key = randomId()
    const places = String(Number(type.quantity) * typedSoldIn(type))
    const added = { ...addedPool(key), quantity: isPositive(places) ? places : '' }
    types.change(type.key, { pool: key })
    change({ pools: [...draft.pools, added] })
    setTimeout(() => document.getElementsByName(`pools.${draft.pools.length}.name`)[0]?.focus())
  }

  return (
    <div className="sm:max-w-100">
      <SelectField
        label="Shares its places with others"
        name={`pool_id-${index}`}
        value={type.pool}
        error={['pool_id', 'pool'].some((name) => findings.isTypeMarked(type.key, name))}
        onChange={({ target }) =>
          target.value === NEW ? add() : types.change(type.key, { pool: target.value })
        }
        options={[
          ['', 'No'],
          ...pools.map((pool) => [pool.key, nameOf(pool)] as const),
          ...(draft.pools.length < POOLS_MAX ? [[NEW, 'New shared capacity…'] as const] : []),
        ]}
        hint={
          isEntry(type)
            ? 'Such as adults and children in one hall: when it is full, both are sold out.'
            : 'Such as parking for cars and for buses: when it is full, both are sold out.'
        }
      />
    </div>
  )
}

/** The pools of the event. Shows nothing if there are none. */
export function Pools({ form }: { form: EventForm }) {
  const { draft, findings, change } = form
  const { pools } = draft
  if (pools.length === 0) return null

  function edit(index: number, patch: Partial<PoolDraft>) {
    findings.takeOff(Object.keys(patch).map((name) => `pools.${index}.${name}`))
    change({ pools: pools.map((pool, at) => (at === index ? { ...pool, ...patch } : pool)) })
  }

  function remove({ key }: PoolDraft) {
    const types = draft.types.map((type) => (type.pool === key ? { ...type, pool: '' } : type))
    change({ pools: pools.filter((pool) => pool.key !== key), types })
    findings.takeOff(pools.flatMap((_, at) => [`pools.${at}.name`, `pools.${at}.quantity`]))
  }

  return (
    <fieldset className="min-w-0 rounded-soft border border-line p-3 sm:p-4">
      <legend className="px-2 font-semibold">Shared capacity</legend>
      <div className="flex flex-col gap-4">
        {pools.map((pool, index) => (
          <PoolFields
            key={pool.key}
            form={form}
            pool={pool}
            index={index}
            onEdit={(patch) => edit(index, patch)}
            onRemove={() => remove(pool)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function PoolFields({
  form,
  pool,
  index,
  onEdit,
  onRemove,
}: {
  form: EventForm
  pool: PoolDraft
  index: number
  onEdit: (patch: Partial<PoolDraft>) => void
  onRemove: () => void
}) {
  const users = typesOf(form.draft, pool)
  const isKept = pool.taken > 0 || users.some(form.types.isFixed)
  const field = (name: 'name' | 'quantity') => ({
    name: `pools.${index}.${name}`,
    required: true,
    value: pool[name],
    'aria-invalid': form.findings.isMarked(`pools.${index}.${name}`) || undefined,
    onChange: ({ target }: { target: { value: string } }) => onEdit({ [name]: target.value }),
  })
  const [only, ...others] = users
  return (
    <div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8em,100%),1fr))] gap-3 sm:gap-4">
        <Field label="Name" maxLength={TYPE_NAME_MAX} placeholder="Main hall" {...field('name')} />
        <Field
          label="Places"
          type="number"
          inputMode="numeric"
          min={Math.max(1, pool.taken)}
          {...field('quantity')}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-small">
        <p className="min-w-0 flex-1 basis-50 py-2 text-quiet wrap-anywhere">
          {pool.taken > 0 && `${formatCount(pool.taken)} sold or pending. `}
          {others.length > 0
            ? `For ${typeNames(users)} together.`
            : only
              ? `Only ${typeNames([only])} uses it. Choose it under 'More options' of another type, too.`
              : 'No type uses it yet.'}
        </p>
        {!isKept && (
          <button
            type="button"
            aria-label={`Remove ${nameOf(pool)}`}
            onClick={onRemove}
            className="ml-auto min-h-11 px-2 text-body font-semibold text-bad underline hover:no-underline"
          >
            Remove
          </button>
        )}
      </div>
    </div>
  )
}
