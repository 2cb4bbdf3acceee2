import type { Db } from '../src/platform/database/db.ts'
import { type Facts, readTables } from './torture/facts.ts'

/**
 * Reads facts for rows that were inserted without a sandbox. Assumes that M-Pesa took, and that
 * phones received, exactly what the rows say.
 */
export async function readMadeFacts(db: Db): Promise<Facts> {
  const tables = await readTables({ db })
  const orders = new Map(tables.orders.map((order) => [order.id, order]))
  const ledger = tables.payments
    .filter((payment) => payment.state === 'confirmed')
    .map((payment) => ({
      kind: 'push' as const,
      receipt: payment.mpesa_receipt!,
      amount: payment.confirmed_amount_cents! / 100,
      account_reference: orders.get(payment.order_id)!.code,
      msisdn: payment.phone!,
      at: payment.confirmed_at!.toISOString(),
    }))
  const texts = new Map<string, string[]>()
  for (const { recipient, body } of tables.messages) {
    texts.set(recipient, [...(texts.get(recipient) ?? []), body])
  }
  const receipts = new Map(tables.payments.map((payment) => [payment.id, payment.mpesa_receipt]))
  const paidBack = tables.refunds
    .filter((refund) => refund.state === 'done')
    .map((refund) => ({
      kind: 'reversal' as const,
      receipt: refund.receipt!,
      amount: refund.amount_cents / 100,
      account_reference: '',
      msisdn: refund.phone!,
      at: refund.done_at!.toISOString(),
      original_receipt: receipts.get(refund.payment_id!)!,
    }))
  return { ...tables, ledger, paidBack, prompts: new Map(), texts }
}
