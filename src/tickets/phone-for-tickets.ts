import type { LockedOrder } from '../orders/orders.sql.ts'

/**
 * The number that the buyer said is theirs; else the one that paid, or where no prompt did, the one
 * that was asked last (decisions/0036).
 */
export function phoneForTickets(
  { own_phone, phone }: Pick<LockedOrder, 'own_phone' | 'phone'>,
  payer: string | null,
): string {
  return own_phone ?? payer ?? phone
}
