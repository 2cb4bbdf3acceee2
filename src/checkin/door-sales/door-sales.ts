import { readOrders } from '../../checkout/read-order.ts'
import { countGuess } from '../../events/codes/code-limits.ts'
import { lockOrder, noteSeller, selectSeller } from '../../orders/orders.sql.ts'
import { placeOrder } from '../../orders/placing/place-order.ts'
import { promptAdmission } from '../../payments/prompts/prompt-limits.ts'
import { takeCash } from '../../payments/take-cash.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { hashedId } from '../../platform/ids.ts'
import { within } from '../../platform/limits/limits.ts'
import { issueOrder } from '../../tickets/issuing/issue-order.ts'
import { selectTicketsOfOrders } from '../../tickets/tickets.sql.ts'
import { CheckInError } from '../errors.ts'
import type { GateDecision } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import { checkInAtGate } from '../upload/check-in-at-gate.ts'
import { readGate } from '../upload/gate-request.ts'
import { cashLimits } from './cash-limits.ts'
import { readDoorOrder, refuseSale, type SaleDeps } from './door-order.ts'
import { selectPeoplePerUnit } from './door-sales.sql.ts'
import type { GateSaleRequest } from './gate-sale.contract.ts'

/**
 * Sells tickets at the door. Places the order with the same checks as on the web. For M-Pesa,
 * prompts the buyer's phone. For cash, pays and issues the order in one transaction. Free tickets
 * are sold as the order is placed. A retry with the same nonce returns the existing sale. Throws
 * amount_changed if the current price differs from the sum on the phone's screen.
 */
export async function sellAtDoor(
  deps: SaleDeps,
  phone: GatePhone,
  { sale, address }: { sale: GateSaleRequest; address: string },
): Promise<{ orderId: string; goesIn: boolean }> {
  if (!phone.maySell) throw new CheckInError('may_not_sell')
  const order = await readDoorOrder(deps, phone, sale)
  const isByPrompt = sale.method === 'mpesa'
  const sell = async () => {
    const placing = isByPrompt
      ? placeOrder(deps, { ...order, address }, promptAdmission(deps))
      : placeOrder(deps, order)
    const { orderId } = await placing.catch((error) => refuseSale(deps, { sale, order }, error))
    return await completeSale(deps, phone, { sale, orderId })
  }
  // Do not limit a retry: it must return the existing sale even if a limit is used up.
  const isLimited = !isByPrompt || order.promoCode
  if (!isLimited || (await isMade(deps, order.orderId, isByPrompt))) return await sell()
  // Wrong codes count for the gate phone, not for the network that all phones of the gate share.
  const { eventId, promoCode: code } = order
  if (code) await countGuess(deps, { eventId, code, address: `gate:${phone.id}` })
  // A request for the sum with a code sells nothing.
  if (isByPrompt || (sale.amount === undefined && code)) return await sell()
  const perUnit = await selectPeoplePerUnit(deps.db, order.lines[0]!.ticketTypeId)
  const people = sale.quantity * perUnit
  const limits = await cashLimits(deps, phone, { ...sale, people, phone: order.phone })
  return await within(deps, limits, sell)
}

/** Whether an M-Pesa sale was placed or, without M-Pesa, the tickets were sold. */
async function isMade(deps: SaleDeps, orderId: string, isByPrompt: boolean): Promise<boolean> {
  const reply = (await readOrders(deps, [orderId])).get(orderId)?.reply
  if (reply?.status === 'pending') return isByPrompt || reply.phase === 'issuing'
  return reply !== undefined && (isByPrompt || reply.status === '0')
}

type Placed = { sale: GateSaleRequest; orderId: string }

async function completeSale(deps: SaleDeps, phone: GatePhone, { sale, orderId }: Placed) {
  const now = deps.clock.now()
  const gateId = await readGate(deps, phone, sale)
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId, now)
    assert(order, 'an order that was placed is gone')
    await noteSeller(tx, orderId, { gatePhoneId: phone.id, goesIn: sale.admit ?? false, gateId })
    if (sale.method === 'cash') await takeCash(tx, order, { takenBy: phone.id, now })
    await issueOrder(tx, deps, orderId)
  })
  return { orderId, goesIn: sale.admit ?? false }
}

/**
 * Admits the buyer at the gate of the door sale, even if the ticket names another gate. All other
 * entry rules apply. The nonces are derived from the order and the ticket numbers, so a repeated
 * call never admits the buyer twice. Add-ons open no entrance and stay unused. Null if the order has
 * no tickets yet.
 */
export async function admitBuyer(
  deps: Pick<Deps, 'db' | 'clock'>,
  phone: GatePhone,
  orderId: string,
): Promise<GateDecision[] | null> {
  const tickets = await selectTicketsOfOrders(deps.db, [orderId])
  if (tickets.length === 0) return null
  const seller = await selectSeller(deps.db, orderId)
  const decisions: GateDecision[] = []
  for (const { number } of tickets.filter(({ kind }) => kind === 'entry')) {
    const row = {
      ticket_number: number,
      nonce: hashedId(`${orderId}:${number}`),
      device_at: deps.clock.now().toISOString(),
      validation_type: 'manual' as const,
      // The gate at the time of the sale. The steward may have chosen another gate since then.
      gate_id: seller?.admit_gate_id ?? null,
      // A steward who sells at the door hours before the event has thereby confirmed the early
      // check-in.
      confirmed: true,
    }
    decisions.push(await checkInAtGate(deps, phone, row, { isSoldHere: true }))
  }
  return decisions
}
