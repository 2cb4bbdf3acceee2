// Orders, and the rows that decide whether an order is accepted, built without a database.

import type { StoredStep } from '../src/events/price.rules.ts'
import type {
  Judgement,
  OpenOrder,
  OrderFacts,
  OrderTerms,
} from '../src/orders/placing/order-facts.ts'
import type { LineRow, OrderRow } from '../src/orders/placing/order-row.ts'
import { judgeOrders } from '../src/orders/placing/order-verdicts.ts'
import type { PricedType } from '../src/orders/stock.rules.ts'

export const NO_FEE = { fees_on_top: false, own: null }

export const EVENT = 'event'
export const OTHER_EVENT = 'other event'
export const ADDRESS = '41.90.1.0'

export const TERMS: OrderTerms = {
  now: new Date('2026-11-25T10:00:00Z'),
  timeScale: 1,
  holdMs: 120_000,
  holdMaxMs: 600_000,
  maxCents: 250_000_00,
  holdUnprovenMs: 180_000,
  shares: { address: 10, unproven: 75 },
  serviceFee: { basis_points: 0, fixed_cents: 0 },
}

/** A ticket type: KES 100, at most 4 per order, 10 tickets. */
export const typeOf = (fields: Partial<PricedType> = {}): PricedType => ({
  id: 'regular',
  event_id: EVENT,
  price_cents: 100_00,
  max_per_order: 4,
  min_per_order: 1,
  sold_in: 1,
  kind: 'entry',
  pool_id: null,
  pool: null,
  capacity: 10,
  held: 0,
  sold: 0,
  is_archived: false,
  is_closed: false,
  is_free: false,
  is_hidden: false,
  sold_at_door: true,
  lowest_cents: null,
  highest_cents: null,
  sale_from: null,
  sale_until: null,
  steps: [],
  ...fields,
})

/** An early bird at KES 60, of which one is left. */
export const stepOf = (fields: Partial<StoredStep> = {}): StoredStep => ({
  id: 'early',
  name: 'Early bird',
  price_cents: 60_00,
  starts_at: null,
  ends_at: null,
  limit_id: 'first',
  quantity: 50,
  held: 0,
  sold: 49,
  left: 1,
  ...fields,
})

export const lineOf = (fields: Partial<LineRow> = {}): LineRow => ({
  ticket_type_id: 'regular',
  units: 1,
  shown_cents: null,
  chosen_cents: null,
  ...fields,
})

export const orderOf = (fields: Partial<OrderRow> = {}): OrderRow => ({
  id: 'new',
  event_id: EVENT,
  phone: '254712345678',
  email: null,
  fingerprint: 'print',
  client_network: ADDRESS,
  client_prefix: null,
  payment_method: 'prompt',
  language: 'en',
  prompt_after_ms: 0,
  shown_cents: null,
  proof: { replaces: ['open'] },
  promo_code: null,
  is_at_door: false,
  source: {},
  lines: [lineOf()],
  ...fields,
})

export const heldOf = (fields: Partial<OpenOrder['lines'][number]> = {}) => ({
  ticket_type_id: 'regular',
  quantity: 1,
  kind: 'entry',
  limit_ids: [],
  ...fields,
})

export const openOf = (fields: Partial<OpenOrder> = {}): OpenOrder => ({
  id: 'open',
  phone: '254712345678',
  event_id: EVENT,
  client_network: ADDRESS,
  client_prefix: null,
  payment_method: 'prompt',
  is_unproven: false,
  attempt: 1,
  is_paying: false,
  held_ms: 60_000,
  lines: [heldOf()],
  ...fields,
})

const factsOf = (fields: Partial<OrderFacts> = {}): OrderFacts => ({
  events: [
    { id: EVENT, title: 'Derby', stop: null, max_per_phone: null, fee: NO_FEE },
    { id: OTHER_EVENT, title: 'Final', stop: null, max_per_phone: null, fee: NO_FEE },
  ],
  types: [typeOf()],
  codes: [],
  sellers: [],
  known: [],
  open: [],
  addressHolds: [],
  unprovenHolds: [],
  phoneTickets: [],
  entryPhones: [],
  freeTickets: [],
  codeTickets: [],
  proven: [],
  ...fields,
})

export function judge(
  orders: readonly OrderRow[],
  facts: Partial<OrderFacts> = {},
  terms: Partial<OrderTerms> = {},
  admit: (order: OrderRow) => void = () => {},
): Judgement[] {
  return judgeOrders(orders, factsOf(facts), { ...TERMS, ...terms }, admit)
}

export const nameOf = (judgement: Judgement) =>
  judgement.verdict === 'refused' ? judgement.error.code : judgement.verdict

/** The decision about a single order: its verdict, or the code of the error that refuses it. */
export const verdictOf = (
  order: Partial<OrderRow>,
  facts: Partial<OrderFacts> = {},
  terms: Partial<OrderTerms> = {},
) => nameOf(judge([orderOf(order)], facts, terms)[0]!)
