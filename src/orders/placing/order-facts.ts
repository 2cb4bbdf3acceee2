import type { Places } from '../../events/event.rules.ts'
import type { StoredCode, StoredFeeTerms } from '../../events/price.rules.ts'
import type { SaleStop } from '../../events/sales.rules.ts'
import type { AppError } from '../../platform/errors.ts'
import type { Fee } from '../../platform/values/money.rules.ts'
import type { PaymentMethod } from '../new-order.rules.ts'
import type { CodeTickets, FreeTickets, PhoneOfEvent, PhoneTickets } from '../phone-cap.sql.ts'
import {
  type Buyer,
  type HoldShares,
  type Holds,
  holdsAfter,
  stockAfter,
} from '../shares/hold-shares.ts'
import type { HeldLine, PricedType } from '../stock.rules.ts'
import { countedBy, type OrderSeller, type SellerTerms } from './code-verdicts.ts'
import { isFreeOrder, type LineRow, type OrderRow } from './order-row.ts'

export type OrderFacts = Holds & {
  events: readonly {
    id: string
    title: string
    stop: SaleStop | null
    /** The limit of tickets per phone number. Null if there is no limit. */
    max_per_phone: number | null
    fee: StoredFeeTerms
  }[]
  types: readonly PricedType[]
  /** The codes that orders name. */
  codes: readonly StoredCode[]
  /** The sellers whose numbers orders name, and the sellers of the codes. */
  sellers: readonly SellerTerms[]
  /** Existing orders with the ids of the requested orders. */
  known: readonly { id: string; fingerprint: string }[]
  /** Open orders of the same phones for the same events. */
  open: readonly OpenOrder[]
  /** The number of tickets that phones have, for events with a limit per phone. */
  phoneTickets: readonly PhoneTickets[]
  /** Phones that order only add-ons and already have a ticket which admits people. */
  entryPhones: readonly PhoneOfEvent[]
  /** Tickets that phones have and that cost nothing, by ticket type. */
  freeTickets: readonly FreeTickets[]
  /** The number of tickets that phones have with a code, for codes with a limit per phone. */
  codeTickets: readonly CodeTickets[]
  /** Ids of the requested orders whose phone or address has paid for an earlier order. */
  proven: readonly string[]
}

/** An open order, with the lines for which it holds tickets. */
export type OpenOrder = {
  id: string
  phone: string
  event_id: string
  client_network: string | null
  client_prefix: string | null
  payment_method: PaymentMethod
  is_unproven: boolean
  attempt: number
  /** True if the buyer may be paying. No other order may then replace this order. */
  is_paying: boolean
  /** Milliseconds until the hold ends. */
  held_ms: number
  lines: readonly (HeldLine & Pick<PricedType, 'kind'>)[]
}

export type OrderTerms = {
  now: Date
  timeScale: number
  holdMs: number
  holdMaxMs: number
  holdUnprovenMs: number
  /** Maximum of one M-Pesa payment. */
  maxCents: number
  shares: HoldShares
  /** The fee of organizers without a fee of their own. */
  serviceFee: Fee
}

/** A priced line. `quantity` counts people, `units` counts units: a table of ten is one unit. */
type PricedLine = LineRow &
  HeldLine & { price_cents: number; amount_cents: number; fee_cents: number }

export type Placement = {
  verdict: 'placed'
  order: OrderRow
  code: string
  event_title: string
  lines: readonly PricedLine[]
  amount_cents: number
  since: Date
  is_unproven: boolean
  /** The end of the time to pay without a prompt. Null for a prompt or for a free order. */
  paybill_until: Date | null
  replaced: OpenOrder | null
  seller: OrderSeller | null
}

export type Judgement =
  | Placement
  | { verdict: 'exists'; order: OrderRow }
  | { verdict: 'refused'; order: OrderRow; error: AppError }

/** The stock that is left for the next order of the batch. */
export type Stock = Holds & Pick<OrderFacts, 'types' | 'codes'>

/** Returns the replaced order's tickets to the stock, before the new order is priced. */
export function giveBack(stock: Stock, replaced: OpenOrder | null): Stock {
  if (!replaced) return stock
  const moves = replaced.lines.map((line) => ({ ...line, quantity: -line.quantity, by: replaced }))
  return moveTickets(stock, moves)
}

export function takeTickets(stock: Stock, { order, lines, is_unproven }: Placement): Stock {
  const moves = lines.map((line) => ({ ...line, by: { ...order, is_unproven } }))
  const after = moveTickets(stock, moves)
  if (!isFreeOrder(order)) return after
  // A free order is sold immediately, so its tickets do not count as held by unpaid orders.
  const { addressHolds, unprovenHolds } = stock
  const types = after.types.map((type, index) => {
    const before = stock.types[index]!
    const pool = type.pool && soldInstead(type.pool, before.pool!)
    return { ...type, ...soldInstead(type, before), pool }
  })
  return { ...after, types, addressHolds, unprovenHolds }
}

/** Counts the tickets that were held between `before` and `after` as sold instead. */
const soldInstead = <P extends Places>(after: P, { held }: Places): P => ({
  ...after,
  held,
  sold: after.sold + after.held - held,
})

function moveTickets(stock: Stock, moves: readonly (HeldLine & { by: Buyer })[]): Stock {
  const codes = stock.codes.map((code) =>
    code.left === null ? code : { ...code, left: code.left - countedBy(code, moves) },
  )
  return { types: stockAfter(stock.types, moves), codes, ...holdsAfter(stock, moves) }
}
