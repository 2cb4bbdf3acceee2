import type { EventReply } from '../../events/events.contract.ts'
import { isUnit } from '../../events/price.rules.ts'
import { SaleTerms } from './sale-terms.tsx'

type Terms = typeof SaleTerms

const loadBuyer = () => import('./buyer-terms.tsx').then((module) => module.BuyerTerms)
const loadDays = () => import('./day-terms.tsx').then((module) => module.dayTermsOver)
const loadUnits = () => import('./unit-terms.tsx').then((module) => module.unitTermsOver)

let buyer: Terms | null = import.meta.env.SSR ? await loadBuyer() : null
let overDays: ((terms: Terms) => Terms) | null = import.meta.env.SSR ? await loadDays() : null
let overUnits: ((terms: Terms) => Terms) | null = import.meta.env.SSR ? await loadUnits() : null

/** Loads the terms of an event. Returns `termsOf`, which can then return their component. */
export async function prepareTerms(event: EventReply): Promise<typeof termsOf> {
  if (hasBuyerTerms(event)) buyer ??= await loadBuyer()
  if (event.days) overDays ??= await loadDays()
  if (hasUnits(event)) overUnits ??= await loadUnits()
  return termsOf
}

/**
 * The component with the terms of the event, or null if it was not loaded. For an event of several
 * days, with tables or with add-ons, each call returns a new component.
 */
export function termsOf(event: EventReply): Terms | null {
  const plain = hasBuyerTerms(event) ? buyer : SaleTerms
  const terms = plain && hasUnits(event) ? (overUnits?.(plain) ?? null) : plain
  return terms && event.days ? (overDays?.(terms) ?? null) : terms
}

/** Whether the buyer may enter a code or choose a price. */
const hasBuyerTerms = ({ has_codes, promo, ticket_types }: EventReply): boolean =>
  has_codes === true ||
  promo !== undefined ||
  ticket_types.some(({ lowest }) => lowest !== undefined)

const hasUnits = ({ ticket_types }: EventReply): boolean => ticket_types.some(isUnit)
