import type { Tx } from '../platform/database/db.ts'
import { aboveCap, codeUsedUp } from './errors.ts'
import type { LockedOrder } from './orders.sql.ts'
import {
  countOrdered,
  lockPhones,
  selectCodeOf,
  selectCodeTickets,
  selectOrderPhones,
  selectPhoneTickets,
} from './phone-cap.sql.ts'

type CappedOrder = Pick<LockedOrder, 'id' | 'event_id' | 'max_per_phone'>

/**
 * Checks the limits of a phone that is about to pay for the locked order, or to receive its
 * tickets. Throws phone_limit, or code_used_up if the order's code has a limit per phone.
 */
export async function refuseAboveCap(tx: Tx, order: CappedOrder, phone: string): Promise<void> {
  const { max_per_phone: max, id, event_id } = order
  const code = await selectCodeOf(tx, id)
  if (max === null && !code) return
  await lockPhones(tx, [{ event_id, phone }])
  if (code) {
    const { code_id, most, tickets: wanted } = code
    const [own] = await selectCodeTickets(tx, [{ event_id, phone, code_id }], id)
    const left = Math.max(0, most - (own?.tickets ?? 0))
    if (wanted > left) throw codeUsedUp(left, most)
  }
  if (max === null) return
  const wanted = await countOrdered(tx, id)
  if (wanted === 0) return
  const [{ tickets } = { tickets: 0 }] = await selectPhoneTickets(tx, [{ event_id, phone }], id)
  if (tickets + wanted > max) throw aboveCap(max, tickets)
}

/**
 * Whether the sale would exceed the limit of the payer or the recipient. While the order holds its
 * tickets, its own phones are not checked again, because the placing checked them.
 */
export async function isAboveCap(tx: Tx, order: LockedOrder): Promise<boolean> {
  const { max_per_phone: max, id, event_id, phone: payer, recipient_phone } = order
  if (max === null) return false
  const counted = order.hold_state === 'held' ? await selectOrderPhones(tx, id) : []
  const phones = [...new Set([payer, recipient_phone])]
    .filter((phone) => phone !== null && !counted.includes(phone))
    .map((phone) => ({ event_id, phone: phone! }))
  if (phones.length === 0) return false
  await lockPhones(tx, phones)
  const quantity = await countOrdered(tx, id)
  const found = await selectPhoneTickets(tx, phones, id)
  return quantity > 0 && found.some(({ tickets }) => tickets + quantity > max)
}
