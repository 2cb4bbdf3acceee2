import type { EventReply } from '../../events/events.contract.ts'
import { SaleTerms } from './sale-terms.tsx'

const loadBuyer = () => import('./buyer-terms.tsx').then((module) => module.BuyerTerms)

/**
 * The component with the terms of the event. The choice is made once for a visit: another component
 * would close an open form when the last use of a code is held or comes back.
 */
export async function termsOf(event: EventReply): Promise<typeof SaleTerms> {
  return hasBuyerTerms(event) ? await loadBuyer() : SaleTerms
}

const buyer = import.meta.env.SSR ? await loadBuyer() : null

export function termsOnServer(event: EventReply): typeof SaleTerms {
  return hasBuyerTerms(event) ? buyer! : SaleTerms
}

/** Whether the buyer may bring a code or choose a price. */
const hasBuyerTerms = ({ has_codes, promo, ticket_types }: EventReply): boolean =>
  has_codes === true ||
  promo !== undefined ||
  ticket_types.some(({ lowest }) => lowest !== undefined)
