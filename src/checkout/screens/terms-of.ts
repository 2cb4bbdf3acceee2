import type { EventReply } from '../../events/events.contract.ts'
import { SaleTerms } from './sale-terms.tsx'

const loadBuyer = () => import('./buyer-terms.tsx').then((module) => module.BuyerTerms)

let buyer: typeof SaleTerms | null = import.meta.env.SSR ? await loadBuyer() : null

/** Loads the terms of an event, and returns `termsOf`, which then knows them. */
export async function prepareTerms(event: EventReply): Promise<typeof termsOf> {
  if (hasBuyerTerms(event)) buyer ??= await loadBuyer()
  return termsOf
}

/** The component with the terms of the event, or null if it was not loaded. */
export function termsOf(event: EventReply): typeof SaleTerms | null {
  return hasBuyerTerms(event) ? buyer : SaleTerms
}

/** Whether the buyer may bring a code or choose a price. */
const hasBuyerTerms = ({ has_codes, promo, ticket_types }: EventReply): boolean =>
  has_codes === true ||
  promo !== undefined ||
  ticket_types.some(({ lowest }) => lowest !== undefined)
