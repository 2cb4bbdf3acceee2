import { useEffect, useRef } from 'react'
import { chargedKes, formatPrice } from '../../events/event-words.rules.ts'
import type { TicketTypeReply } from '../../events/events.contract.ts'
import { blurNumber } from '../../ui/field.tsx'
import {
  type ChosenLine,
  clampQuantity,
  goneReason,
  limitReason,
  mostOf,
  type OwnHold,
  quantityField,
} from '../choice.rules.ts'
import type { RowsProps, Sale } from './use-purchase.ts'

const FEW = 10

/**
 * Rows of ticket types. The caller puts the rows into a separate form. Without scripts, the
 * summary's button sends this form.
 */
export function TicketPicker({
  title = 'Tickets',
  types,
  lines,
  notesOf,
  disabled,
  onChange,
}: RowsProps) {
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="sr-only">{title}</legend>
      <ul className="divide-y divide-line rounded-card border border-line bg-paper">
        {types.map((type) => (
          <TypeRow
            key={type.id}
            type={type}
            line={lines.find(({ ticketTypeId }) => ticketTypeId === type.id)}
            notesOf={notesOf}
            onChange={(quantity) => onChange(type.id, quantity)}
          />
        ))}
      </ul>
    </fieldset>
  )
}

type StepperProps = {
  type: TicketTypeReply
  quantity: number
  onChange: (quantity: number) => void
}

type RowProps = Omit<StepperProps, 'quantity'> & {
  line: ChosenLine | undefined
  notesOf: Sale['notesOf'] | undefined
}

function TypeRow({ type, line, notesOf, onChange }: RowProps) {
  const quantity = line?.quantity ?? 0
  const limit = quantity > 0 && limitReason(type, quantity)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
      <TypeFacts type={type} isLimited={Boolean(limit)} />
      <Stepper type={type} quantity={quantity} onChange={onChange} />
      {notesOf?.(type, line)}
      <p
        role="status"
        className="basis-full text-right text-small font-semibold text-accent empty:hidden"
      >
        {limit}
      </p>
    </li>
  )
}

function TypeFacts({ type, isLimited }: { type: TicketTypeReply & OwnHold; isLimited: boolean }) {
  return (
    <div className="min-w-0 flex-1 basis-[7em]">
      <h3 className="font-semibold">{type.name}</h3>
      {type.description && <p className="text-small text-quiet">{type.description}</p>}
      <p className="mt-1 flex flex-wrap gap-x-3 tabular-nums">
        <span className="font-display font-bold" translate="no">
          {formatPrice(chargedKes(type.price))}
        </span>
        {!isLimited && !type.isHeld && type.available > 0 && type.available < FEW && (
          <span className="font-semibold text-accent">Only {type.available} left</span>
        )}
      </p>
    </div>
  )
}

const ROUND =
  'needs-script flex size-11 items-center justify-center rounded-soft border border-edge bg-white text-lead leading-none enabled:hover:border-ink disabled:border-line disabled:text-edge'

function Stepper({ type, quantity, onChange }: StepperProps) {
  const most = Math.max(mostOf(type), quantity)
  const input = useRef<HTMLInputElement>(null)
  // Reads a quantity that the visitor typed before hydration or that the browser restored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the first value only
  useEffect(() => {
    const limit = Math.max(type.max_per_order, quantity)
    const found = clampQuantity(input.current?.valueAsNumber ?? 0, limit)
    if (found > 0 && found !== quantity) onChange(found)
  }, [])
  if (most === 0) return <p className="font-semibold text-quiet">{goneReason(type)}</p>
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        aria-label={`One ${type.name} less`}
        disabled={quantity === 0}
        onClick={() => onChange(quantity - 1)}
        className={ROUND}
      >
        −
      </button>
      <input
        ref={input}
        type="number"
        inputMode="numeric"
        onWheel={blurNumber}
        name={quantityField(type.id)}
        aria-label={`Quantity of ${type.name}`}
        min={0}
        max={most}
        value={quantity}
        onChange={(change) => onChange(clampQuantity(change.target.valueAsNumber, most))}
        autoComplete="off"
        className="plain-input h-11 w-11 rounded-soft bg-transparent text-center text-lead font-semibold tabular-nums"
      />
      <button
        type="button"
        aria-label={`One ${type.name} more`}
        disabled={quantity >= most}
        onClick={() => onChange(quantity + 1)}
        className={ROUND}
      >
        +
      </button>
    </div>
  )
}
