import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sellAtDoor } from '../src/checkin/door-sales/door-sales.ts'
import { buy } from '../src/checkout/buy.ts'
import { foldCode } from '../src/events/codes/code.rules.ts'
import type { NewOrder } from '../src/orders/new-order.rules.ts'
import type { Db } from '../src/platform/database/db.ts'
import { answerTurn } from '../src/ussd/answer-turn.ts'
import { asProcess } from './as-process.ts'
import { type BuiltEvent, newPhone, orderOf } from './build.ts'
import type { Gate } from './gate.ts'
import { pairPhone } from './gate-phone.ts'

// Purchases of one ticket of an event's first type, up to the buyer's last step. For races.

/** The locks of the statements that place orders. */
export const PLACING_LOCKS = {
  types: /(?<=from ticket_type where id = any\(array\(.*\)\)\s+)order by id for no key update$/,
  limits: /(?<=from sale_limit where id = any\(array\(.*\)\)\s+)order by id for no key update$/,
}

/**
 * Opens a USSD session up to the screen with this total. `digits` are a promo code's. The input
 * `typed` followed by '*1' confirms the order.
 */
export async function dialTotal(
  { stage }: Gate,
  event: BuiltEvent,
  totalKes: number,
  digits?: string,
) {
  const { dial_code } = await stage.db
    .selectFrom('event')
    .select('dial_code')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow()
  const session = { sessionId: `ATUid_${randomUUID()}`, phone: newPhone() }
  const typed = [dial_code, ...(digits ? [digits] : []), 1, 1].join('*')
  expect(await answerTurn(stage.deps, { ...session, typed })).toContain(`Total KES ${totalKes}\n`)
  return { ...session, typed }
}

/** Pairs a gate phone that may sell. Call this before moving the clock, which ends sessions. */
export async function buildSeller(gate: Gate, event: BuiltEvent) {
  const { id } = await pairPhone({ ...gate, event }, { may_sell: true })
  return { id, name: 'North', eventId: event.id, gateId: null, maySell: true }
}

/** A sale for cash at the sum that the gate phone shows. */
export const cashSale = (event: BuiltEvent, amount: number) => ({
  ...{ ticket_type_id: event.types[0]!.id, quantity: 1, amount, phone: newPhone() },
  ...{ method: 'cash' as const, nonce: randomUUID() },
})

export type Refused = { code: string; details?: { amount?: number; left?: number } }

type Choice<R> = {
  /** The price that all buyers have seen. */
  priceKes: number
  code?: { code: string; digits: string }
  /** The fields in which the second order on the web differs from the first. */
  second?: Partial<NewOrder>
  readError: (error: Refused) => R
  readScreen: (screen: string) => R
}

/** Buys one ticket, by default at the price that the buyer has seen. May be called again. */
type Buyer<R> = (priceKes?: number) => Promise<'bought' | R>

/** Makes two buyers on the web in separate processes, a buyer by USSD, and a buyer at the door. */
export async function makeBuyers<R>(
  gate: Gate,
  on: Db,
  event: BuiltEvent,
  { priceKes: seen, code, second = {}, readError, readScreen }: Choice<R>,
): Promise<Buyer<R>[]> {
  // Each buyer uses a separate process, so that buyers meet only in the database.
  const deps = () => ({ ...gate.stage.deps, db: asProcess(on) })
  const bought = () => 'bought' as const
  const promoCode = code && { promoCode: { fold: foldCode(code.code)! } }
  const web = (address: string, more: Partial<NewOrder> = {}): Buyer<R> => {
    const order = { ...orderOf(event), address, ...promoCode, ...more }
    return async (priceKes = seen) => {
      const shown = { totalCents: priceKes * 100, lineCents: [priceKes * 100] }
      const placed = { ...order, orderId: randomUUID(), shown }
      return await buy(deps(), placed).then(bought, readError)
    }
  }
  const seller = await buildSeller(gate, event)
  const dialled = await dialTotal(gate, event, seen, code?.digits)
  const ussd: Buyer<R> = async () => {
    dialled.typed += '*1'
    return await answerTurn(deps(), dialled).then(
      (screen) => (screen.startsWith('END') ? bought() : readScreen(screen)),
      readError,
    )
  }
  const door: Buyer<R> = async (priceKes = seen) => {
    const sale = { ...cashSale(event, priceKes), ...(code && { promo_code: code.code }) }
    const request = { sale, address: '41.90.1.3' }
    return await sellAtDoor(deps(), seller, request).then(bought, readError)
  }
  return [web('41.90.1.1'), web('41.90.1.2', second), ussd, door]
}
