import { type Fee, feeOf, lineAmountKes, toKes } from '../platform/values/money.rules.ts'
import { isoText } from '../platform/values/nairobi.rules.ts'

// The amount of a line, calculated in this order:
// 1. the lower price of the step and the code;
// 2. plus the fee, if the event's buyers pay it on top;
// 3. times the quantity;
// 4. rounded up to whole shillings, once for the line.
// The server, pages, USSD and gate phones use these functions. All amounts are in cents unless their
// names say otherwise.

/** With `fees_on_top`, buyers pay the fee in addition to the organizer's price. */
export type FeeTerms = Fee & { fees_on_top: boolean }

/** `own` is the organizer's own fee. Null if the fee of the settings applies. */
export type StoredFeeTerms = { fees_on_top: boolean; own: Fee | null }

/** The fee terms of new orders. `setting` is the fee of organizers without a fee of their own. */
export const feeTermsNow = ({ fees_on_top, own }: StoredFeeTerms, setting: Fee): FeeTerms => ({
  fees_on_top,
  ...feeOf(own, setting),
})

/** Instants in ISO 8601; `ends_at` is exclusive. Null: without a limit. */
type Period = { starts_at: string | null; ends_at: string | null }

/** A stored step. The steps are ordered. Each is limited by time, by number of tickets or both. */
type PriceStep = Period & {
  name: string
  /** The organizer's price. */
  price_cents: number
  /** Null if the step is limited by time only. */
  left: number | null
}

/**
 * Counts people, as all stored counts do. `quantity` is null if only time limits the step. Its
 * limit then only counts sales. `limit_id` is null if the step never had a number.
 */
export type StoredStep = PriceStep & {
  id: string
  limit_id: string | null
  quantity: number | null
  /** Tickets at this price that unpaid orders hold. */
  held: number
  sold: number
}

/** How a promo code lowers the organizer's price of a ticket. */
export type CodeTerms = {
  kind: 'percent' | 'amount' | 'price' | 'access'
  percent: number | null
  /** The discount for one ticket, or the price that the code sets. */
  value_cents: number | null
}

/** A promo code that its organizer has not ended. */
export type StoredCode = CodeTerms & {
  id: string
  event_id: string
  code_fold: string
  digits: string
  is_for_all_types: boolean
  /** Empty if the code is for all types. */
  type_ids: readonly string[]
  max_per_phone: number | null
  starts_at: string | null
  ends_at: string | null
  seller_id: string | null
  /** The number of tickets left. Null if there is no maximum. */
  left: number | null
}

/** A price of a ticket type. */
export type TicketPrice = Period & {
  /**
   * The step's name. Null for the type's own price (the last) and for a price that a code lowers.
   */
  name: string | null
  /** The amount that a buyer pays for one ticket. */
  price_cents: number
  /** The fee on top of the organizer's price, contained in `price_cents`. */
  fee_cents: number
  left: number | null
  /** The price without the code, if the code lowers it. Otherwise null. */
  full_cents: number | null
}

const hundredths = (cents: number, basisPoints: number) =>
  Math.floor((cents * basisPoints + 5000) / 10_000)

/** The fee on top of the organizer's price for one ticket. 0 for a free ticket. */
function feeOnTop(cents: number, { basis_points, fixed_cents }: Fee): number {
  return cents === 0 ? 0 : hundredths(cents, basis_points) + fixed_cents
}

/** The fee that the organizer bears on a line: never more than the line's amount. */
function feeInside(amount: number, quantity: number, fee: Fee): number {
  return Math.min(amount, hundredths(amount, fee.basis_points) + fee.fixed_cents * quantity)
}

/**
 * The organizer's price of a ticket with a code, from the full price. The discount is rounded up to
 * whole shillings.
 */
function discounted(full: number, { kind, percent, value_cents }: CodeTerms): number {
  if (kind === 'access') return full
  if (kind === 'price') return Math.min(full, value_cents!)
  const discount = kind === 'percent' ? Math.ceil((full * percent!) / 10_000) * 100 : value_cents!
  return Math.max(0, full - discount)
}

type PricedUnit = {
  price_cents: number
  steps: readonly PriceStep[]
  lowest_cents?: number | null
  sold_in: number
}

/** The fee terms of a unit for several people. The fixed fee applies to each person. */
export const feeOfUnit = (fee: FeeTerms, soldIn: number): FeeTerms => ({
  ...fee,
  fixed_cents: fee.fixed_cents * soldIn,
})

/**
 * All prices of a unit of a ticket type, with the number of units left at each price: the steps in
 * their order, then the type's own price. No step costs more than the type's own price, which is
 * the approved price. A code's price replaces all higher prices.
 */
export function priceList(
  type: PricedUnit,
  /** The fee terms of a unit, from `feeOfUnit`. */
  fee: FeeTerms,
  code: CodeTerms | null = null,
): TicketPrice[] {
  const own = { name: null, price_cents: type.price_cents, starts_at: null, ends_at: null }
  // A buyer who chooses the price pays exactly the chosen amount.
  const isOnTop = fee.fees_on_top && (type.lowest_cents ?? null) === null
  const feeOf = (cents: number) => (isOnTop ? feeOnTop(cents, fee) : 0)
  const most = code ? discounted(type.price_cents, code) : type.price_cents
  const prices = [...type.steps, { ...own, left: null }]
  return prices.map(({ name, price_cents, starts_at, ends_at, left }) => {
    const full = Math.min(price_cents, type.price_cents)
    const asked = Math.min(full, most)
    const isLowered = asked < full
    return {
      name: isLowered ? null : name,
      price_cents: asked + feeOf(asked),
      fee_cents: feeOf(asked),
      full_cents: isLowered ? full + feeOf(full) : null,
      starts_at,
      ends_at,
      left: left === null ? null : Math.floor(left / type.sold_in),
    }
  })
}

/** A price in the form of replies: amounts in shillings, instants in UTC. */
export const toPriceReply = ({
  name,
  price_cents,
  fee_cents,
  starts_at,
  ends_at,
  left,
  full_cents,
}: TicketPrice) => ({
  name,
  price: toKes(price_cents),
  fee: toKes(fee_cents),
  starts_at: isoText(starts_at),
  ends_at: isoText(ends_at),
  left,
  ...(full_cents !== null && { full_price: toKes(full_cents) }),
})

type Choosable = Period & { left: number | null }

/** Whether a price applies at `now`, in ms. Ignores how many tickets are left. */
export const isOpenAt = ({ starts_at, ends_at }: Period, now: number): boolean =>
  (starts_at === null || Date.parse(starts_at) <= now) &&
  (ends_at === null || now < Date.parse(ends_at))

const hasRoom = ({ left }: Choosable, quantity: number): boolean =>
  left === null || left >= quantity

/**
 * The price of a line of `quantity` tickets at `now`, in ms: the first price that applies then and
 * has tickets for the whole line. `prices` ends with the type's own price, which always applies.
 */
export function priceFor<P extends Choosable>(
  prices: readonly P[],
  quantity: number,
  now: number,
): P {
  return prices.find((price) => isOpenAt(price, now) && hasRoom(price, quantity)) ?? prices.at(-1)!
}

/** A price as the API returns it: shillings, and instants in ISO 8601. */
type ShownPrice = Choosable & {
  name: string | null
  price: number
  fee: number
  full_price?: number | undefined
}

/**
 * The end of the current price of one ticket, and the price that follows. `until` is null if no
 * end is known. `next` is null if no price follows. It is also null if different prices follow,
 * depending on whether the time or the tickets at this price run out first.
 */
function priceTurn(
  prices: readonly ShownPrice[],
  now: number,
): { until: string | null; next: ShownPrice | null } {
  const price = priceFor(prices, 1, now)
  const before = prices.slice(0, prices.indexOf(price)).filter((other) => hasRoom(other, 1))
  const turns = [price.ends_at, ...before.map(({ starts_at }) => starts_at)]
    .filter((at) => at !== null)
    .filter((at) => Date.parse(at) > now)
    .sort((one, other) => Date.parse(one) - Date.parse(other))
  const until = turns[0] ?? null
  const others = prices.filter((other) => other !== price)
  const afterLast = price.left === null ? null : priceFor(others, 1, now)
  const afterTime = until === null ? null : priceFor(others, 1, Date.parse(until))
  const isKnown = afterLast === null || afterTime === null || afterLast.price === afterTime.price
  return { until, next: isKnown ? (afterTime ?? afterLast) : null }
}

/** The fields of a reply about the price of one ticket at `now` and the price that follows. */
export function priceFields(prices: readonly ShownPrice[], now: number) {
  const price = priceFor(prices, 1, now)
  const { full_price } = price
  // A price that a code lowers does not change when a step begins or ends.
  const { until, next } = full_price === undefined ? priceTurn(prices, now) : NO_TURN
  return {
    price: price.price,
    ...(price.fee > 0 && { fee: price.fee }),
    ...(full_price !== undefined && { full_price }),
    ...(price.name !== null && { step: price.name }),
    ...(until !== null && { price_until: until }),
    ...(price.left !== null && full_price === undefined && { left_at_price: price.left }),
    ...(next !== null && { next_price: next.price }),
  }
}

const NO_TURN = { until: null, next: null }

/** The amount and fee of an order line, in cents. The amount is rounded up to whole shillings. */
export function lineAmounts(
  { price_cents, fee_cents }: Pick<TicketPrice, 'price_cents' | 'fee_cents'>,
  quantity: number,
  fee: FeeTerms,
): { amount_cents: number; fee_cents: number } {
  const amount_cents = lineAmountKes(price_cents, quantity) * 100
  if (fee.fees_on_top) return { amount_cents, fee_cents: fee_cents * quantity }
  return { amount_cents, fee_cents: feeInside(amount_cents, quantity, fee) }
}

/** Whether a ticket type is on sale, by its `sale_from` and `sale_until`. */
export type SaleWindow = 'not_yet' | 'open' | 'over'

/** The time whose price is shown at `now`, in ms: before a sale begins, the start of the sale. */
export function priceTime(saleFrom: string | null | undefined, now: number): number {
  return saleFrom ? Math.max(now, Date.parse(saleFrom)) : now
}

export function saleWindow(
  { sale_from, sale_until }: { sale_from: string | null; sale_until: string | null },
  now: number,
): SaleWindow {
  if (sale_from !== null && now < Date.parse(sale_from)) return 'not_yet'
  return sale_until !== null && Date.parse(sale_until) <= now ? 'over' : 'open'
}

/** Fields of a ticket type in the API. `sale_window` is absent if the sale has no time limits. */
type Windowed = Kinded & {
  sale_window?: SaleWindow | undefined
  sale_from?: string | null | undefined
}

export const isOnSale = ({ sale_window }: Windowed): boolean => (sale_window ?? 'open') === 'open'

/** A ticket type in the API, whose `kind` is absent unless the type is an add-on. */
export type Kinded = { kind?: 'entry' | 'add_on' | undefined }

/** The types that admit people. An add-on, such as parking, does not admit its buyer. */
export const entriesOf = <T extends Kinded>(types: readonly T[]): T[] =>
  types.filter(({ kind }) => kind !== 'add_on')

/**
 * Whether a type is sold in units of several people, has a minimum per order, or is an add-on. The
 * event page loads the texts for such types only if an event has such a type.
 */
export const isUnit = ({
  sold_in = 1,
  min_per_order = 1,
  kind,
}: Kinded & { sold_in?: number | undefined; min_per_order?: number | undefined }): boolean =>
  sold_in > 1 || min_per_order > 1 || kind === 'add_on'

/**
 * The instant at which the first of the types goes on sale. Null if a type is on sale already, or
 * if no later sale is planned. Add-ons do not count.
 */
export function saleStart(all: readonly Windowed[]): string | null {
  const types = entriesOf(all)
  if (types.some(isOnSale)) return null
  const starts = types.filter(({ sale_window }) => sale_window === 'not_yet')
  return starts.map(({ sale_from }) => sale_from!).sort()[0] ?? null
}

/** Whether the sale windows of all types that admit people have ended. */
export function isSaleOver(all: readonly Windowed[]): boolean {
  const types = entriesOf(all)
  return types.length > 0 && types.every(({ sale_window }) => sale_window === 'over')
}

/**
 * The types on sale now. If no type is on sale, the types whose sale has not begun; if there are
 * none either, all types. Never includes add-ons.
 */
export function offeredTypes<T extends Windowed>(all: readonly T[]): readonly T[] {
  const types = entriesOf(all)
  const open = types.filter(isOnSale)
  if (open.length > 0) return open
  const waiting = types.filter(({ sale_window }) => sale_window === 'not_yet')
  return waiting.length > 0 ? waiting : types
}

/** The maximum amount of one M-Pesa payment, in shillings. */
export const CHOSEN_PRICE_MAX = 250_000

/**
 * The highest price that a buyer may choose for each of `quantity` tickets, in shillings. If the
 * organizer has set no maximum, M-Pesa's maximum for one payment divided by the quantity.
 */
export function mostKes(
  { lowest = 0, highest }: { lowest?: number | undefined; highest?: number | null | undefined },
  quantity = 1,
): number {
  return highest ?? Math.max(lowest, Math.floor(CHOSEN_PRICE_MAX / Math.max(1, quantity)))
}
