import { selectSeller } from '../../orders/orders.sql.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { hashedId } from '../../platform/ids.ts'
import { selectTicketsOfOrders } from '../../tickets/tickets.sql.ts'
import type { GateDecision } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import { checkInAtGate } from '../upload/check-in-at-gate.ts'

/**
 * Who bought at the door goes in where they bought, whatever gate the ticket names: else by the
 * door's own rule, under a nonce that is the same each time, so that who is inside is not let in
 * twice. Null while there are no tickets.
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
      // Of when it was sold: the steward may have chosen another one since.
      gate_id: seller?.goes_in_gate_id ?? null,
      // Who sells at the door on the day before means it.
      confirmed: true,
    }
    decisions.push(await checkInAtGate(deps, phone, row, { isSoldHere: true }))
  }
  return decisions
}
