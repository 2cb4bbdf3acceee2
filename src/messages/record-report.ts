import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { applyReports, insertReport } from './messages.sql.ts'

export type DeliveryReport = {
  id: string
  status: string
  phoneNumber: string
  failureReason: string | null
}

/** Stores a delivery report and applies it to its message, if we know that already. */
export async function recordReport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  report: DeliveryReport,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    await insertReport(tx, {
      provider_message_id: report.id,
      status: report.status,
      recipient: report.phoneNumber.replace(/\D/g, ''),
      failure_reason: report.failureReason,
      received_at: now,
    })
    await applyReports(tx, report.id, now)
  })
}
