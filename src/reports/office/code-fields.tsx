import { CODE_TICKETS_MAX, CODE_VALUE_MAX } from '../../events/codes/code-form.rules.ts'
import type { TicketTypeReply } from '../../events/events.contract.ts'
import { Field } from '../../ui/field.tsx'
import { chosenDay } from '../../ui/office/formats.rules.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { type CodeDraft, typesFor } from './code-draft.ts'
import { hasAddOns } from './code-prices.ts'

type Change = (changes: Partial<CodeDraft>) => void
type Fields = { draft: CodeDraft; onChange: Change; errorOf: (field: string) => string | null }

export const WHOLE = { type: 'number', inputMode: 'numeric', min: 1, step: 1 } as const

const KINDS = [
  ['percent', 'Takes off a percentage'],
  ['amount', 'Takes off shillings'],
  ['price', 'Sets the price'],
  ['access', 'Only shows hidden tickets'],
] as const

const VALUES = {
  percent: { label: 'Percent', max: 100, hint: '100 makes the tickets free.' },
  amount: { label: 'Shillings off', max: CODE_VALUE_MAX, hint: 'Off each ticket.' },
  price: {
    label: 'Price in shillings',
    max: CODE_VALUE_MAX,
    hint: 'For each ticket. 0 makes them free.',
  },
}

/** The fields that say what the code does. */
export function EffectFields({
  draft,
  types,
  onChange,
  errorOf,
}: Fields & { types: readonly TicketTypeReply[] }) {
  const value = draft.kind === 'access' ? null : VALUES[draft.kind]
  const unit = unitOf(types)
  const isOfOne = draft.kind === 'amount' || draft.kind === 'price'
  return (
    <>
      <SelectField
        label="The code"
        options={KINDS}
        value={draft.kind}
        onChange={({ target }) => onChange({ kind: target.value as CodeDraft['kind'] })}
        error={errorOf('kind')}
      />
      {value && (
        <Field
          label={value.label}
          hint={unit && isOfOne ? `${value.hint} Once per whole ${unit.name}.` : value.hint}
          {...WHOLE}
          min={draft.kind === 'price' ? 0 : 1}
          max={value.max}
          required
          value={draft.value}
          onChange={({ target }) => onChange({ value: target.value })}
          error={errorOf('value')}
        />
      )}
    </>
  )
}

/** A type that is sold in tables or groups. */
const unitOf = (types: readonly TicketTypeReply[]) =>
  types.find(({ sold_in = 1, kind }) => sold_in > 1 && kind !== 'add_on')

/** The choice of ticket types. Hidden types must be chosen one by one; a code then shows them. */
export function TypeFields({
  draft,
  types,
  onChange,
  errorOf,
}: Fields & { types: readonly TicketTypeReply[] }) {
  const isAccess = draft.kind === 'access'
  const choices = typesFor(draft, types)
  const error = errorOf('ticket_type_ids')
  return (
    <>
      {!isAccess && (
        <SelectField
          label="For"
          options={[
            ['all', 'All that are not hidden'],
            ['some', 'Only these'],
          ]}
          hint={hasAddOns(types) ? 'Tickets and add-ons.' : undefined}
          value={draft.isForSome ? 'some' : 'all'}
          onChange={({ target }) => onChange({ isForSome: target.value === 'some' })}
        />
      )}
      {isAccess && choices.length === 0 && (
        <p role="alert" className="text-bad">
          This event has no hidden tickets. Edit the event and hide a ticket type first.
        </p>
      )}
      {(isAccess || draft.isForSome) && choices.length > 0 && (
        <fieldset>
          <legend className="font-semibold">{isAccess ? 'Hidden tickets' : 'Tickets'}</legend>
          {choices.map(({ id, name, is_hidden }) => (
            <label key={id} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-accent"
                checked={draft.typeIds.includes(id)}
                onChange={({ target }) => onChange({ typeIds: toggled(draft, id, target.checked) })}
              />
              <span className="min-w-0 wrap-anywhere">
                {name}
                {is_hidden && !isAccess && ' (hidden)'}
              </span>
            </label>
          ))}
          {error && (
            <p role="alert" className="text-small text-bad">
              {error}
            </p>
          )}
        </fieldset>
      )}
    </>
  )
}

const toggled = ({ typeIds }: CodeDraft, id: string, isChosen: boolean): string[] =>
  isChosen ? [...typeIds, id] : typeIds.filter((other) => other !== id)

/** The fields for the code's maximum numbers of tickets. */
export function MaximumFields({
  draft,
  types,
  onChange,
  errorOf,
}: Omit<Fields, 'draft' | 'onChange'> & {
  types: readonly TicketTypeReply[]
  draft: Pick<CodeDraft, 'max_tickets' | 'max_per_phone'>
  onChange: (changes: Partial<Pick<CodeDraft, 'max_tickets' | 'max_per_phone'>>) => void
}) {
  const unit = unitOf(types)
  const people = unit ? ` Counts people: one ${unit.name} uses ${unit.sold_in}.` : ''
  const hint = `Leave empty for any number.${people}`
  return (
    <>
      <Field
        label="Total tickets"
        hint={hint}
        {...WHOLE}
        max={CODE_TICKETS_MAX}
        value={draft.max_tickets}
        onChange={({ target }) => onChange({ max_tickets: target.value })}
        error={errorOf('max_tickets')}
      />
      <Field
        label="Tickets for each phone number"
        hint={hint}
        {...WHOLE}
        max={CODE_TICKETS_MAX}
        value={draft.max_per_phone}
        onChange={({ target }) => onChange({ max_per_phone: target.value })}
        error={errorOf('max_per_phone')}
      />
    </>
  )
}

type Sellers = readonly { id: string; number: number; name: string; ended_at: string | null }[]

/** The fields for the code's times and its seller. */
export function TimeFields({ draft, sellers, onChange, errorOf }: Fields & { sellers: Sellers }) {
  const selling = sellers.filter(({ ended_at }) => ended_at === null)
  const time = (name: 'starts_at' | 'ends_at') => ({
    type: 'datetime-local',
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
    error: errorOf(name),
  })
  return (
    <>
      <Field
        label="From"
        hint={chosenDay(draft.starts_at) ?? 'Leave empty to begin now.'}
        {...time('starts_at')}
      />
      <Field
        label="Until"
        hint={chosenDay(draft.ends_at) ?? 'Leave empty for the end of the sale.'}
        {...time('ends_at')}
      />
      {selling.length > 0 && (
        <SelectField
          label="Seller"
          hint="Orders with the code count for this seller."
          options={[
            ['', 'None'],
            ...selling.map(({ id, number, name }) => [id, `${number} ${name}`] as const),
          ]}
          value={draft.seller_id}
          onChange={({ target }) => onChange({ seller_id: target.value })}
          error={errorOf('seller_id')}
        />
      )}
    </>
  )
}
