import { useId } from 'react'
import type { CodeRequest } from '../../events/codes/promo-codes.contract.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import { codePrices, type PricedEvent } from './code-prices.ts'

/** The prices that buyers with a new code pay. Shows nothing while the form is not complete. */
export function CodePriceList({ event, code }: { event: PricedEvent; code: CodeRequest }) {
  const id = useId()
  const prices = codePrices(event, code, Date.now())
  if (prices.length === 0) return null
  return (
    <section aria-labelledby={id} className="rounded-soft border border-line p-3 text-small">
      <h3 id={id} className="font-semibold">
        Buyers with the code pay now
      </h3>
      <ul className="mt-1 flex flex-col gap-1">
        {prices.map(({ id, name, price, full, note }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-3">
            <span className="min-w-0 flex-1 basis-20 wrap-anywhere">{name}</span>{' '}
            {/* Screen readers read the new price first, so that 'instead of' follows. */}
            <span className="relative ml-auto flex flex-row-reverse gap-2 whitespace-nowrap tabular-nums">
              <b className="font-semibold">{price}</b>{' '}
              {full && (
                <span className="text-quiet">
                  <span className="sr-only">instead of </span>
                  <s>{full}</s>
                </span>
              )}
            </span>
            {note && (
              <span className="basis-full text-quiet">
                {' '}
                <WholeWords text={note} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
