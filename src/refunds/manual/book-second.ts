import { post } from '../../ledger/entries.ts'
import { transfer } from '../../ledger/ledger.rules.ts'
import type { Tx } from '../../platform/database/db.ts'
import { FROM, type PaidBack } from '../complete-refund.ts'
import type { LockedRefund } from '../refunds.sql.ts'

/**
 * M-Pesa paid back what was paid back before: the money has left us, and it was owed to nobody, so it is
 * ours to bear until somebody asks for it again. Once for a call.
 */
export async function bookSecond(
  tx: Tx,
  refund: LockedRefund,
  { callId, amountCents, ...paid }: PaidBack & { callId: string; amountCents: number },
): Promise<void> {
  const entry = { at: paid.now, orderId: refund.order_id ?? undefined, reference: paid.receipt }
  await post(tx, {
    ...entry,
    movement: `refund:${refund.id}:paid_twice:${callId}`,
    kind: 'paid_back',
    lines: transfer(FROM[paid.way], 'differences', amountCents),
  })
  if (!paid.chargeCents) return
  await post(tx, {
    ...entry,
    movement: `refund:${refund.id}:charge:${callId}`,
    kind: 'charge',
    lines: transfer(FROM[paid.way], 'charges', paid.chargeCents),
  })
}
