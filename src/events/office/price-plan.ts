import { formatKes, lineAmountKes, toCents } from '../../platform/values/money.rules.ts'
import { instantOfField } from '../../platform/values/nairobi-field.rules.ts'
import { formatMoment } from '../../ui/dates.rules.ts'
import { typedNumber } from '../edit.rules.ts'
import {
  isAmount,
  leastPrice,
  type PricingDraft,
  pricingFaults,
  type StepDraft,
  type TypedPrice,
} from '../editing/price-draft.rules.ts'
import {
  type FeeTerms,
  priceFor,
  priceList,
  type StoredStep,
  type TicketPrice,
} from '../price.rules.ts'

// The prices of a ticket type over time, found by `priceFor` at each moment at which a price begins
// or ends.

type PlannedType = {
  lowest_cents: number | null
  price_cents: number
  sale_from: string | null
  sale_until: string | null
  steps: readonly Omit<StoredStep, 'id' | 'limit_id' | 'held' | 'sold'>[]
}

/**
 * The sale dates and prices of a type as far as they are complete. Null if its price is not typed
 * yet, or if it has neither sale dates nor complete early prices.
 */
export function plannedType(type: PricingDraft & TypedPrice): PlannedType | null {
  const price = leastPrice(type)
  if (!isAmount(price)) return null
  const faults = pricingFaults(type).map(({ field }) => field)
  const planned = {
    price_cents: toCents(Number(price))!,
    lowest_cents: type.price_kind === 'chosen' ? toCents(Number(price)) : null,
    sale_from: instantOfField(type.sale_from),
    sale_until: instantOfField(type.sale_until),
    steps: (type.price_kind === 'price' ? type.price_steps : [])
      .filter((_, index) => faults.every((field) => !field.startsWith(`price_steps.${index}.`)))
      .map(toPlannedStep),
  }
  const isPlain = planned.sale_from === null && planned.sale_until === null
  return isPlain && planned.steps.length === 0 ? null : planned
}

function toPlannedStep({ name, price, starts_at, ends_at, quantity, taken }: StepDraft) {
  const count = typedNumber(quantity)
  return {
    name: name.trim(),
    price_cents: toCents(Number(price))!,
    starts_at: instantOfField(starts_at),
    ends_at: instantOfField(ends_at),
    quantity: count,
    left: count === null ? null : Math.max(0, count - taken),
  }
}

/** The current time, and the end of the event's sales, in ms. */
export type PlanTimes = { now: number; salesEnd: number }

/** The rows of the timeline and its warnings, in words. */
type PricePlan = { rows: PlanRow[]; warnings: string[] }
type PlanRow = { when: string; name: string | null; price: string; limit: string | null }

/** A span without changes, and its prices. Each price follows when the one before is sold out. */
type Span = { from: number; until: number; chain: TicketPrice[] }

/**
 * A price in the timeline, until `until`. `place` is the first place that it reaches in a chain of
 * prices; it reaches this place at `from`.
 */
type Run = { price: TicketPrice; from: number; place: number; until: number }

export function pricePlan(type: PlannedType, fee: FeeTerms, times: PlanTimes): PricePlan {
  const prices = priceList({ ...type, sold_in: 1 }, fee)
  const salesEnd = Number.isNaN(times.salesEnd) ? Infinity : times.salesEnd
  const start = Math.max(times.now, instant(type.sale_from, times.now))
  const end = Math.min(salesEnd, instant(type.sale_until, Infinity))
  if (end <= start) return { rows: [], warnings: ['The sale of this ticket type has ended.'] }
  const spans = spansOf(prices, start, end)
  const runs = prices
    .flatMap((price) => runsOf(price, spans))
    .sort((one, other) => one.from - other.from)
  const moment = (at: number) => formatMoment(at, new Date(times.now))
  const stepOf = (price: TicketPrice) => type.steps[prices.indexOf(price)]
  const rows = runs.map((run, index) => {
    const until = run.until < salesEnd ? moment(run.until) : null
    const when = index > 0 ? then(until) : since(start > times.now ? moment(start) : null, until)
    const { name } = run.price
    const price = type.lowest_cents === null ? kesText(run.price) : fromText(type.lowest_cents)
    return { when, name, price, limit: limitText(stepOf(run.price)) }
  })
  const unused = prices.filter(
    (price) => price.name !== null && runs.every((run) => run.price !== price),
  )
  return {
    rows,
    warnings: [
      ...runs.flatMap((run, index) => gapWarning(runs, run, { index, start, moment })),
      ...unused.map((price) => whyNever(prices, price, { start, end, now: times.now, moment })),
    ],
  }
}

const instant = (text: string | null, none: number) => (text === null ? none : Date.parse(text))

function spansOf(prices: readonly TicketPrice[], start: number, end: number): Span[] {
  const turns = prices
    .flatMap(({ starts_at, ends_at }) => [instant(starts_at, start), instant(ends_at, start)])
    .filter((at) => start < at && at < end)
  const froms = [...new Set([start, ...turns])].sort((one, other) => one - other)
  return froms.map((from, index) => {
    return { from, until: froms[index + 1] ?? end, chain: chainAt(prices, from) }
  })
}

/** The price at a moment, and the prices that follow as each price before them sells out. */
function chainAt(prices: readonly TicketPrice[], at: number): TicketPrice[] {
  const price = priceFor(prices, 1, at)
  if (price.left === null) return [price]
  return [
    price,
    ...chainAt(
      prices.filter((other) => other !== price),
      at,
    ),
  ]
}

/**
 * The spans of time in which a price applies, alone or when the prices before it have sold out. If
 * a price that comes before it begins in a span, a new span begins.
 */
function runsOf(price: TicketPrice, spans: readonly Span[]): Run[] {
  const runs: Run[] = []
  let before: readonly TicketPrice[] = []
  for (const { from, until, chain } of spans) {
    const place = chain.indexOf(price)
    const last = runs.at(-1)
    const isNew = !before.includes(price)
    const isOvertaken = chain.slice(0, place).some((other) => !before.includes(other))
    if (place >= 0 && (!last || isNew || isOvertaken)) runs.push({ price, from, place, until })
    else if (place >= 0 && last) {
      if (place < last.place) Object.assign(last, { from, place })
      last.until = until
    }
    before = chain
  }
  return runs
}

const then = (until: string | null) => (until === null ? 'then' : `then until ${until}`)

function since(from: string | null, until: string | null): string {
  if (until === null) return from === null ? 'Now' : `From ${from}`
  return `${from ?? 'Now'} – ${until}`
}

const fromText = (cents: number) => `from ${formatKes(lineAmountKes(cents, 1))}`

const kesText = ({ price_cents }: TicketPrice) =>
  price_cents === 0 ? 'Free' : formatKes(lineAmountKes(price_cents, 1))

function limitText(step: PlannedType['steps'][number] | undefined): string | null {
  if (!step || step.quantity === null) return null
  const isBegun = step.left !== step.quantity
  return `first ${step.quantity}${isBegun ? ` (${step.left} left)` : ''}`
}

type Words = (at: number) => string

/** Warns if tickets cost the type's own price for a time before an early price begins. */
function gapWarning(
  runs: readonly Run[],
  { price, from, until, place }: Run,
  { index, start, moment }: { index: number; start: number; moment: Words },
): string[] {
  if (price.name !== null || index === runs.length - 1) return []
  const kes = kesText(price)
  if (place > 0) {
    const before = runs[index - 1]?.price.name
    return [`If '${before}' sells out, the price is ${kes} until ${moment(until)}.`]
  }
  if (from === start) return [`Until ${moment(until)} the price is ${kes}.`]
  return [`Between ${moment(from)} and ${moment(until)} the price is ${kes}.`]
}

/** Why no ticket can be bought at an early price. */
function whyNever(
  prices: readonly TicketPrice[],
  { name, starts_at, ends_at, left }: TicketPrice,
  { start, end, now, moment }: { start: number; end: number; now: number; moment: Words },
): string {
  const [begins, ends] = [instant(starts_at, start), instant(ends_at, Infinity)]
  if (left === 0) return `All tickets of '${name}' are taken.`
  if (ends <= now) return `'${name}' ended on ${moment(ends)}.`
  if (ends <= start) return `'${name}' never applies: it ends before the sale starts.`
  if (begins >= end) return `'${name}' never applies: it starts after the sale has ended.`
  const first = chainAt(prices, Math.max(start, begins)).at(-1)
  return `'${name}' never applies: '${first?.name}' comes first and is not limited to a number of tickets.`
}
