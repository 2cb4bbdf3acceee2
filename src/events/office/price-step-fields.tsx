import type { ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { chosenDay } from '../../ui/office/formats.rules.ts'
import { STEP_NAME_MAX } from '../editing/event-form.rules.ts'
import type { StepDraft } from '../editing/price-draft.rules.ts'

type TextField = 'name' | 'price' | 'starts_at' | 'ends_at' | 'quantity'

/** An early price of a ticket type. */
export function PriceStepFields({
  step,
  place: { isFirst, isLast },
  isMarked,
  onChange,
  onMove,
  onRemove,
  children,
}: {
  step: StepDraft
  place: { isFirst: boolean; isLast: boolean }
  isMarked: (name: TextField) => boolean
  onChange: (patch: Partial<StepDraft>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  /** Shown below the price: the organizer's share. */
  children: ReactNode
}) {
  const name = step.name.trim() || 'Early price'
  const text = (field: TextField, hint?: string) => ({
    name: `${field}-${step.key}`,
    value: step[field],
    'aria-invalid': isMarked(field) || undefined,
    onChange: (typed: { target: { value: string } }) => onChange({ [field]: typed.target.value }),
    ...(hint !== undefined && { hint }),
  })
  const taken = step.taken > 0 ? `${step.taken} sold or pending` : undefined
  return (
    <fieldset aria-label={name} className="min-w-0 border-t border-line pt-3">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 sm:gap-4">
        <div className="col-span-2">
          <Field label="Name" required maxLength={STEP_NAME_MAX} {...text('name')} />
        </div>
        <Field
          label="Price (KES)"
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          required
          {...text('price')}
        />
        <Field
          label="Only the first"
          type="number"
          inputMode="numeric"
          min={1}
          placeholder="All tickets"
          {...text('quantity', taken)}
        />
        <div className="col-span-2">
          <Field
            label="From"
            type="datetime-local"
            {...text('starts_at', chosenDay(step.starts_at))}
          />
        </div>
        <div className="col-span-2">
          <Field
            label="Until"
            type="datetime-local"
            {...text('ends_at', chosenDay(step.ends_at))}
          />
        </div>
      </div>
      {children}
      <div className="flex flex-wrap justify-end gap-x-1 sm:gap-x-4">
        {!isFirst && <Action text="Move up" of={name} onClick={() => onMove(-1)} />}
        {!isLast && <Action text="Move down" of={name} onClick={() => onMove(1)} />}
        <Action text="Remove" of={name} isBad onClick={onRemove} />
      </div>
    </fieldset>
  )
}

function Action({
  text,
  of,
  isBad = false,
  onClick,
}: {
  text: string
  of: string
  isBad?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={`${text}: ${of}`}
      onClick={onClick}
      className={`min-h-11 px-2 font-semibold underline hover:no-underline ${isBad ? 'text-bad' : ''}`}
    >
      {text}
    </button>
  )
}
