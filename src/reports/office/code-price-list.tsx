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
        {prices.map(({ id, name, price, rest }) => (
          <li key={id} className="wrap-anywhere">
            {name} <b className="whitespace-nowrap font-semibold tabular-nums">{price}</b>
            {rest && (
              <span className="text-quiet">
                {' '}
                <WholeWords text={rest} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
