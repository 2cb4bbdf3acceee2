import type { LockedOrder } from '../orders/orders.sql.ts'

/**
 * The phone that gets an order's tickets: the number that the buyer named; otherwise the payer's,
 * or, without a prompt, the number prompted last (decisions/0036).
 */
export function phoneForTickets(
  { own_phone, phone }: Pick<LockedOrder, 'own_phone' | 'phone'>,
  payer: string | null,
): string {
  return own_phone ?? payer ?? phone
}
