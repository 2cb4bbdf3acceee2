import type { LockedOrder } from '../orders/orders.sql.ts'

/**
 * The phone that gets an order's tickets: the number that the buyer named, or else the phone that
 * paid, or else the number that was prompted last (decisions/0036).
 */
export function phoneForTickets(
  { recipient_phone, phone }: Pick<LockedOrder, 'recipient_phone' | 'phone'>,
  payer: string | null,
): string {
  return recipient_phone ?? payer ?? phone
}
