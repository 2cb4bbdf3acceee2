import type { LockedOrder } from '../orders/orders.sql.ts'

/**
 * The phone that gets an order's tickets: the number that the buyer named, else the phone that
 * paid. If no prompt was paid, the number prompted last (decisions/0036).
 */
export function phoneForTickets(
  { recipient_phone, phone }: Pick<LockedOrder, 'recipient_phone' | 'phone'>,
  payer: string | null,
): string {
  return recipient_phone ?? payer ?? phone
}
