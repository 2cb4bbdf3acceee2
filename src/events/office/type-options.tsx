import { Field } from '../../ui/field.tsx'
import { FoldedFields, RadioFields } from '../../ui/office/form-parts.tsx'
import type { TypeDraft } from '../editing/event-draft.rules.ts'
import { isEntry } from '../event.rules.ts'
import { type Kind, SOLD_IN_MAX } from '../types/unit.rules.ts'
import { unitSentence } from '../types/unit-words.rules.ts'
import { PoolChoice, poolSentence } from './pool-fields.tsx'
import type { EventForm } from './use-event-form.ts'

type Parts = { form: EventForm; type: TypeDraft; index: number }

const FIELDS = ['kind', 'sold_in', 'min_per_order', 'pool_id', 'pool']

/** The collapsed fields that a plain ticket does not need: kind, units, minimum and pool. */
export function TypeOptions({ form, type, index }: Parts) {
  const isWrong = FIELDS.some((name) => form.findings.isTypeMarked(type.key, name))
  return (
    <>
      <FoldedFields title="More options" isWrong={isWrong}>
        <Options form={form} type={type} index={index} />
      </FoldedFields>
      <Summary form={form} type={type} />
    </>
  )
}

function Options({ form, type, index }: Parts) {
  const { types, findings, event } = form
  const isFixed = types.isFixed(type)
  const isReviewed = form.kind === 'change' && event?.is_published === true
  return (
    <>
      {isFixed && (
        <p id={`fixed-${index}`} className="text-small text-quiet">
          {type.name.trim() || 'This type'} has orders, so its kind, its units and its shared places
          can't change. Add another ticket type instead.
        </p>
      )}
      {isReviewed && !isFixed && (
        <p className="text-small text-quiet">
          On a published event we review these changes first, except Min per order.
        </p>
      )}
      <fieldset
        disabled={isFixed}
        aria-label="How it is sold"
        aria-describedby={isFixed ? `fixed-${index}` : undefined}
        className="flex min-w-0 flex-col gap-4 disabled:opacity-60"
      >
        <KindChoice form={form} type={type} />
        <UnitChoice form={form} type={type} index={index} />
        <PoolChoice form={form} type={type} index={index} />
      </fieldset>
      <div className="sm:max-w-60">
        <Field
          label="Min per order"
          name={`min_per_order-${index}`}
          type="number"
          inputMode="numeric"
          min={1}
          required
          value={type.min_per_order}
          aria-invalid={findings.isTypeMarked(type.key, 'min_per_order') || undefined}
          onChange={({ target }) => types.change(type.key, { min_per_order: target.value })}
        />
      </div>
    </>
  )
}

function KindChoice({ form: { types }, type }: Omit<Parts, 'index'>) {
  return (
    <RadioFields<Kind>
      legend="Kind"
      name={`kind-${type.key}`}
      value={type.kind}
      onChange={(kind) => types.setKind(type, kind)}
      options={[
        { value: 'entry', label: 'Entry', hint: 'A ticket that lets people in.' },
        {
          value: 'add_on',
          label: 'Add-on',
          hint: 'Parking, drinks, a T-shirt. It is redeemed at a gate of its own and opens no entrance.',
        },
      ]}
    />
  )
}

type Units = 'one' | 'units'

function UnitChoice({ form: { types, findings }, type, index }: Parts) {
  const [one, units, each, whole] = isEntry(type)
    ? ['Single tickets', 'Tables or groups', 'People in each', 'tables or groups']
    : ['Pieces used once', 'Packs used in parts', 'Uses of each', 'packs']
  return (
    <div>
      <RadioFields<Units>
        legend="Sold in"
        name={`sold_in_kind-${type.key}`}
        isRow
        value={type.is_unit ? 'units' : 'one'}
        onChange={(chosen) => types.change(type.key, { is_unit: chosen === 'units' })}
        options={[
          { value: 'one', label: one },
          { value: 'units', label: units },
        ]}
      />
      {type.is_unit && (
        <div className="sm:max-w-60">
          <Field
            label={each}
            name={`sold_in-${index}`}
            type="number"
            inputMode="numeric"
            min={2}
            max={SOLD_IN_MAX}
            required
            hint={`Price, quantity and limits per order count whole ${whole}.`}
            value={type.sold_in}
            aria-invalid={findings.isTypeMarked(type.key, 'sold_in') || undefined}
            onChange={({ target }) => types.change(type.key, { sold_in: target.value })}
          />
        </div>
      )}
    </div>
  )
}

/** How the type is sold, in sentences. Shows nothing for a plain ticket. */
function Summary({ form, type }: Omit<Parts, 'index'>) {
  const sentences = [
    unitSentence(type),
    poolSentence(form.draft, type),
    Number(type.min_per_order) > 1 ? `At least ${type.min_per_order} per order.` : null,
  ].filter((sentence) => sentence !== null)
  return (
    <p aria-live="polite" className="text-small text-quiet empty:hidden">
      {sentences.join(' ')}
    </p>
  )
}
