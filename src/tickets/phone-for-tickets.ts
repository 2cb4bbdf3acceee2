import type { LockedOrder } from '../orders/orders.sql.ts'
import type { Tx } from '../platform/db.ts'
import { selectPayerPhone } from './tickets.sql.ts'

/**
 * The number that the buyer said is theirs; else the one that paid, or where no prompt did, the one
 * that was asked last (decisions/0036).
 */
export async function phoneForTickets(tx: Tx, order: LockedOrder): Promise<string> {
  return order.own_phone ?? (await selectPayerPhone(tx, order.id)) ?? order.phone
}
