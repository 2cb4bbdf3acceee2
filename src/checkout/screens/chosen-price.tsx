import { useEffect, useId, useRef } from 'react'
import { formatPrice } from '../../events/event-words.rules.ts'
import type { TicketTypeReply } from '../../events/events.contract.ts'
import { mostKes } from '../../events/price.rules.ts'
import { blurNumber } from '../../ui/field.tsx'
import {
  chosenField,
  priceChoices,
  priceFault,
  type TypedPrices,
  typedPrice,
} from '../chosen-price.rules.ts'

const CHOICE = 'needs-script min-h-11 rounded-soft border px-4 font-semibold hover:border-ink'

/** The field for the price of one ticket, which the buyer chooses within the type's bounds. */
export function ChosenPrice({
  type,
  quantity,
  typed,
  onType,
}: {
  type: TicketTypeReply
  quantity: number
  typed: TypedPrices
  onType: (price: string) => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const text = typedPrice(type, typed)
  const fault = priceFault(type, typed, quantity)
  // Reads a price that the visitor typed before hydration or that the browser restored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the first value only
  useEffect(() => {
    const found = input.current!.value
    if (found !== '' && found !== text) onType(found)
  }, [])
  return (
    <fieldset className="flex min-w-0 basis-full flex-col gap-2">
      <legend className="sr-only">Price of {type.name}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex items-center gap-2">
          <span>KES</span>
          <input
            ref={input}
            type="number"
            inputMode="numeric"
            onWheel={blurNumber}
            name={chosenField(type.id)}
            aria-label={`Price per ticket of ${type.name}`}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? id : undefined}
            min={type.lowest}
            max={mostKes(type, quantity)}
            step={1}
            required
            value={text}
            onChange={(change) => onType(change.target.value)}
            autoComplete="off"
            className="plain-input h-11 w-28 rounded-soft border border-edge bg-white px-2 text-center font-semibold tabular-nums aria-invalid:border-bad"
          />
          <span className="text-small text-quiet">per ticket</span>
        </span>
        <span className="flex flex-wrap gap-2">
          {priceChoices(type).map((kes) => (
            <button
              key={kes}
              type="button"
              aria-pressed={text === String(kes)}
              onClick={() => onType(String(kes))}
              className={`${CHOICE} ${text === String(kes) ? 'border-ink text-accent' : 'border-edge'}`}
              translate="no"
            >
              {formatPrice(kes)}
            </button>
          ))}
        </span>
      </div>
      {fault && (
        <p id={id} role="alert" className="text-small text-bad">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
