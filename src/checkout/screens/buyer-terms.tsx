import type { EventReply } from '../../events/events.contract.ts'
import {
  atChosenPrices,
  linesWith,
  offeredFrom,
  offerWith,
  termPrices,
} from '../buyer-terms.rules.ts'
import { chosenFields } from '../chosen-price.rules.ts'
import { ChosenPrice } from './chosen-price.tsx'
import { CodeNotes } from './code-notes.tsx'
import { PromoCode } from './promo-code.tsx'
import { SaleTerms, type SaleTermsProps } from './sale-terms.tsx'
import type { Sale } from './use-purchase.ts'
import { useTypedPrices } from './use-typed-prices.ts'

/** The terms of an event with a promo code, or with prices that the buyer chooses. */
export function BuyerTerms({ event, children }: SaleTermsProps) {
  const { typed, setPrice } = useTypedPrices(event.id)
  return (
    <SaleTerms event={event}>
      {(sale) => sale && children(withBuyer(sale, { event, typed, setPrice }))}
    </SaleTerms>
  )
}

type Brought = ReturnType<typeof useTypedPrices> & { event: EventReply }

/** The organizer's terms, changed by the buyer's code and chosen prices. */
function withBuyer(sale: Sale, { event, typed, setPrice }: Brought): Sale {
  const { promo } = event
  const terms = { promo, typed, priceOf: termPrices(sale.priceOf, { promo, now: sale.now }) }
  const hasCode = event.sales_open && (event.has_codes || promo !== undefined)
  return {
    ...sale,
    typesOf: (all, own) => atChosenPrices(sale.typesOf(all, own), typed),
    offeredOf: offeredFrom,
    linesOf: (all, choice, order) => linesWith(all, { choice, order }, terms),
    offerOf: (all, lines, order) => offerWith(all, { lines, order }, terms),
    notesOf: (type, line) => (
      <>
        {promo && <CodeNotes type={type} promo={promo} />}
        {sale.notesOf(type, line)}
        {type.lowest !== undefined && type.sale_window !== 'over' && (
          <ChosenPrice
            type={type}
            quantity={line?.quantity ?? 1}
            typed={typed}
            onType={(price) => setPrice(type.id, price)}
          />
        )}
      </>
    ),
    fieldsOf: (lines) => ({ ...chosenFields(lines), ...(promo && { code: promo.code }) }),
    code: hasCode && <PromoCode event={event} />,
  }
}
