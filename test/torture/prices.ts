import type { Db } from '../../src/platform/database/db.ts'
import { type BuiltEvent, buildCode, type TypeSpec } from '../build.ts'
import type { Facts } from './facts.ts'
import { groupBy } from './rows.ts'

/** The service fee of the organizer in the on-sales: 2.5 % and KES 5.25 for each ticket. */
export const FEE = { basisPoints: 250, fixedCents: 5_25 }

/**
 * An early bird with a limited quantity on the first type; on the second a step that ends during
 * the sale; a type whose price the buyer chooses, a free type that runs out, and a hidden type.
 */
export function typesOnSale(now: number): TypeSpec[] {
  const early = { name: 'First 30', price: 99.5, quantity: 30 }
  const advance = { name: 'Advance', price: 900, endsAt: new Date(now + ADVANCE_MS) }
  return [
    {
      ...{ name: 'Standard', price: 150, capacity: 500, gates: ['North', 'South'] },
      steps: [early],
    },
    // A price with cents, and so few tickets that they sell out.
    { name: 'VIP', price: 999.5, capacity: 40, steps: [advance] },
    { name: 'Premium', price: 2500, capacity: 8 },
    { name: 'Harambee', lowest: 100, highest: 500, capacity: 60 },
    { name: 'Community', isFree: true, capacity: 16, maxPerOrder: 2 },
    { name: 'Backstage', price: 1200, capacity: 14, isHidden: true, soldAtDoor: true },
  ]
}

const ADVANCE_MS = 15_000

/** A code of each event on sale. It halves the price, for fewer tickets than buyers want. */
export const CODE = {
  code: 'HALF',
  digits: '4471',
  kind: 'percent' as const,
  value: 50,
  maxTickets: 20,
}
/** A code that shows the hidden ticket type. */
export const ACCESS = {
  ...{ code: 'BACKSTAGE', digits: '30514471', kind: 'access' as const },
  ...{ type: 'Backstage', maxTickets: 10 },
}
/** A code that makes a ticket type free. */
export const GIFT = {
  ...{ code: 'GIFT', digits: '62814471', kind: 'percent' as const, value: 100 },
  ...{ type: 'Standard', maxTickets: 10 },
}

/** Inserts the codes of an event on sale. */
export async function buildCodes(db: Db, event: BuiltEvent, types: TypeSpec[]): Promise<void> {
  await buildCode(db, event, CODE)
  for (const { type, ...code } of [ACCESS, GIFT]) {
    const typeIds = [event.types[types.findIndex(({ name }) => name === type)]!.id]
    await buildCode(db, event, { ...code, typeIds })
  }
}

/** The price that every buyer chooses, in shillings. */
export const CHOSEN_KES = 137

/** A seller of each event on sale. */
export const SELLER = { number: 27, percent: 10 }

const halved = (cents: number) => Math.max(0, cents - Math.ceil(cents / 200) * 100)

type PriceFacts = Pick<Facts, 'types' | 'steps' | 'events' | 'fees' | 'formerPrices'>
type Price = { price_cents: number; fee_cents: number }

/**
 * All prices at which a ticket may have been sold, by ticket type. A price includes a fee on top.
 * Computed without the product's own price functions.
 */
export function payablePrices(facts: PriceFacts): Map<string, Price[]> {
  const former = groupBy(facts.formerPrices ?? [], ({ id }) => id)
  const steps = groupBy(facts.steps, (step) => step.ticket_type_id)
  return new Map(
    facts.types.map((type) => {
      const own = [type, ...(former.get(type.id) ?? [])].map(({ price_cents }) => price_cents)
      const ofSteps = (steps.get(type.id) ?? []).map(({ price_cents }) => price_cents)
      const { fees_on_top, basis_points, fixed_cents } = termsOf(facts, type.event_id)
      if (type.lowest_cents !== null) return [type.id, choosable(type)]
      const given = type.name === GIFT.type ? [0] : []
      const prices = [...own, ...ofSteps, ...own.map(halved), ...given].map((cents) => {
        const isFree = !fees_on_top || cents === 0
        const fee_cents = isFree ? 0 : Math.round((cents * basis_points) / 10_000) + fixed_cents
        return { price_cents: cents + fee_cents, fee_cents }
      })
      return [type.id, prices]
    }),
  )
}

/** The prices that buyers may choose: whole shillings within the bounds. They include the fee. */
function choosable({ lowest_cents, highest_cents }: Facts['types'][number]): Price[] {
  const [lowest, highest] = [lowest_cents! / 100, highest_cents! / 100]
  return Array.from({ length: highest - lowest + 1 }, (_, more) => ({
    price_cents: (lowest + more) * 100,
    fee_cents: 0,
  }))
}

function termsOf({ events, fees }: Pick<Facts, 'events' | 'fees'>, eventId: string) {
  const { fees_on_top, organizer_id } = events.find(({ id }) => id === eventId)!
  const fee = fees.find(({ account_id }) => account_id === organizer_id)
  return { fees_on_top, basis_points: fee?.basis_points ?? 0, fixed_cents: fee?.fixed_cents ?? 0 }
}

/**
 * Checks the fee of each line, and that refunds gave it back in proportion. Expects that no fee was
 * changed during the sale.
 */
export function checkFees(facts: Facts): string[] {
  const prices = payablePrices(facts)
  const types = new Map(facts.types.map((type) => [type.id, type]))
  const paid = new Map(facts.paidLines.map((row) => [row.order_line_id, row]))
  return facts.lines.flatMap((line) => {
    const { quantity, amount_cents: amount } = line
    const type = types.get(line.ticket_type_id)!
    const terms = termsOf(facts, type.event_id)
    const isOnTop = terms.fees_on_top && type.lowest_cents === null
    const price = prices
      .get(line.ticket_type_id)!
      .find(({ price_cents }) => price_cents === line.price_cents)
    const inside = Math.round((amount * terms.basis_points) / 10_000) + terms.fixed_cents * quantity
    const fee = isOnTop ? (price?.fee_cents ?? 0) * quantity : Math.min(amount, inside)
    const row = paid.get(line.id)
    // Money for which the buyer got no ticket has no fee.
    const listed = row && row.fee_cents > 0 ? row.fee_cents : fee
    const back = Math.round((listed * (row?.back_quantity ?? 0)) / quantity)
    const name = `the line ${line.id}`
    return [
      ...(line.fee_cents === fee ? [] : [`${name} has a fee of ${line.fee_cents}, not ${fee}`]),
      ...(listed === fee ? [] : [`${name} is listed with a fee of ${listed}, not ${fee}`]),
      ...(!row || row.fee_cents === 0 || row.back_fee_cents === back
        ? []
        : [`${name} gave back a fee of ${row.back_fee_cents}, not ${back}`]),
    ]
  })
}

/**
 * Checks that hidden tickets were sold with the code that shows them, or at the door, and that a
 * ticket with a price was given only with the code that makes it free.
 */
export function checkCodes({ types, orders, lines, lineLimits, codes }: Facts): string[] {
  const ofType = new Map(types.map((type) => [type.id, type]))
  const ofOrder = new Map(orders.map((order) => [order.id, order]))
  const ofCode = new Map(codes.map(({ id, code }) => [id, code]))
  const links = groupBy(lineLimits, ({ order_line_id }) => order_line_id)
  return lines.flatMap((line) => {
    const type = ofType.get(line.ticket_type_id)!
    const order = ofOrder.get(line.order_id)!
    const used = (links.get(line.id) ?? []).map(({ limit_id }) => ofCode.get(limit_id))
    const name = `order ${order.code}`
    const isShown = !type.is_hidden || order.sold_by !== null || used.includes(ACCESS.code)
    const isPriced = type.price_cents > 0 && order.payment_method !== 'given'
    const isGiven = line.price_cents === 0 && isPriced
    return [
      ...(isShown ? [] : [`${name} has a hidden ticket without its code`]),
      ...(isGiven && !used.includes(GIFT.code) ? [`${name} was given a ticket`] : []),
    ]
  })
}
