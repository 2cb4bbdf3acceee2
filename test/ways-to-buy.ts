import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { answerTurn } from '../src/ussd/answer-turn.ts'
import { type BuiltEvent, newPhone } from './build.ts'
import type { Gate } from './gate.ts'
import { pairPhone } from './gate-phone.ts'

// Purchases of one ticket of an event's first type, each before its last step, for races.

/**
 * A USSD session at the screen with this total, perhaps with the digits of a promo code. `typed` and
 * then '*1' is its confirmation.
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

/** A gate phone that may sell. Paired before the clock moves, because that ends sessions. */
export async function buildSeller(gate: Gate, event: BuiltEvent) {
  const { id } = await pairPhone({ ...gate, event }, { may_sell: true })
  return { id, name: 'North', eventId: event.id, gateId: null, maySell: true }
}

/** A sale for cash at the sum of the gate phone's screen. */
export const cashSale = (event: BuiltEvent, amount: number) => ({
  ...{ ticket_type_id: event.types[0]!.id, quantity: 1, amount, phone: newPhone() },
  ...{ method: 'cash' as const, nonce: randomUUID() },
})
