import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { isOptOut } from './delivery.rules.ts'
import { applyReports, deleteOptOut, insertOptOut, insertReport } from './messages.sql.ts'

type DeliveryReport = {
  id: string
  status: string
  phoneNumber: string
  failureReason: string | null
}

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
    if (isOptOut(report.failureReason)) await insertOptOut(tx, recipient, now)
    if (report.status === 'Success') await deleteOptOut(tx, recipient, report.id)
  })
}

/** Records that a phone opted out of our SMS. The phone still gets SMS about its purchases. */
export async function recordOptOut(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  phone: string,
): Promise<void> {
  await inTransaction(db, (tx) => insertOptOut(tx, phone, clock.now()))
}
