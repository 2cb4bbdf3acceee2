import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { isOptOut } from './delivery.rules.ts'
import { applyReports, endOptOut, insertReport, noteOptOut } from './messages.sql.ts'

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
    const recipient = report.phoneNumber.replace(/\D/g, '')
    await insertReport(tx, {
      provider_message_id: report.id,
      status: report.status,
      recipient,
      failure_reason: report.failureReason,
      received_at: now,
    })
    await applyReports(tx, [report.id], now)
    if (isOptOut(report.failureReason)) await noteOptOut(tx, recipient, now)
    if (report.status === 'Success') await endOptOut(tx, recipient, report.id)
  })
}

/** Its operator told that a phone wants no SMS of our sender: it gets none that it can do without. */
export async function recordOptOut(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  phone: string,
): Promise<void> {
  await inTransaction(db, (tx) => noteOptOut(tx, phone, clock.now()))
}
