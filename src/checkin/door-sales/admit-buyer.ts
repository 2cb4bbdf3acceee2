import { selectSeller } from '../../orders/orders.sql.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { hashedId } from '../../platform/ids.ts'
import { selectTicketsOfOrders } from '../../tickets/tickets.sql.ts'
import type { GateDecision } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import { checkInAtGate } from '../upload/check-in-at-gate.ts'

/**
 * Lets in a buyer who bought at the door, at the gate of the sale, even if the ticket names another
 * gate. Otherwise the usual check-in rules hold. The nonce is derived from the order, so a repeated
 * call never lets anyone in twice. Null while the order has no tickets.
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
  for (const { number } of tickets) {
    const row = {
      ticket_number: number,
      nonce: hashedId(`${orderId}:${number}`),
      device_at: deps.clock.now().toISOString(),
      validation_type: 'manual' as const,
      // The gate at the time of the sale: the steward may have chosen another gate on the phone
      // since.
      gate_id: seller?.admit_gate_id ?? null,
      // A steward who sells at the door hours before the event needs no second confirmation.
      confirmed: true,
    }
    decisions.push(await checkInAtGate(deps, phone, row, { isSoldHere: true }))
  }
  return decisions
}
