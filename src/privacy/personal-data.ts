import { forgetPhone } from '../accounts/accounts.sql.ts'
import { insertAudit } from '../accounts/audit-log.sql.ts'
import { forgetGuests } from '../complimentary/forget-guests.sql.ts'
import { forgetSellerPhone } from '../events/sellers/sellers.sql.ts'
import { deleteMessagesTo } from '../messages/old-messages.sql.ts'
import { forgetBuyers } from '../orders/forget-people.sql.ts'
import { deleteReports, selectReports } from '../payments/callbacks/raw-reports.sql.ts'
import { forgetPayers, forgetStrayPayer } from '../payments/forget-payers.sql.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { forgetAnswers } from '../questions/forget-answers.sql.ts'
import { forgetRefunded, forgetStrayRefunds } from '../refunds/forget-refunded.sql.ts'
import { forgetHolders, forgetOpenTransfers } from '../tickets/forget-holders.sql.ts'
import { deleteSessionsOf } from '../ussd/ussd.sql.ts'
import { PrivacyError } from './errors.ts'
import {
  lockOrdersNaming,
  selectOrdersNaming,
  selectOwnEmails,
  selectReportKeys,
  selectStillOpen,
} from './people.sql.ts'
import { isReportAbout, reportCopy } from './report-copy.ts'
import { selectStored } from './stored.sql.ts'

type DataDeps = Pick<Deps, 'db' | 'clock'>

/** How the person was identified: by a code to the phone, or by staff who ran the command. */
export type Proof = 'code' | 'staff'

/** Returns all rows that the shop stores about a phone, and notes the export in the audit log. */
export async function exportData({ db, clock }: DataDeps, phone: string, proof: Proof) {
  return await inTransaction(db, async (tx) => {
    const at = clock.now()
    const stored = await selectStored(tx, phone)
    const orderIds = await selectOrdersNaming(tx, phone)
    const reports = await selectReports(tx, await selectReportKeys(tx, { phone, orderIds }))
    await insertAudit(tx, { accountId: null, at }, [
      { action: 'data_exported', subject: 'a phone number', after: { proof } },
    ])
    const raw = reports
      .filter(({ body }) => isReportAbout(body, phone))
      .map(({ received_at, body }) => ({ received_at, report: reportCopy(body) }))
    return { phone, made_at: at.toISOString(), ...stored, reports_of_mpesa: raw }
  })
}

/**
 * Erases what the shop stores about a phone. Orders, payments, tickets and refunds stay without the
 * person, because the law requires the books. An opt-out from SMS stays, because the person wanted
 * it. Throws a PrivacyError if the data is still needed. Repeating the call is harmless. Returns
 * the number of orders from which the person was erased.
 */
export async function eraseData(
  { db, clock }: DataDeps,
  phone: string,
  proof: Proof,
): Promise<number> {
  return await inTransaction(db, async (tx) => {
    const now = clock.now()
    const orderIds = await lockOrdersNaming(tx, phone)
    const open = await selectStillOpen(tx, { phone, orderIds, now })
    if (open) throw new PrivacyError(open)
    const who = { orderIds, phone }
    const keys = await selectReportKeys(tx, who)
    const found = await selectReports(tx, keys)
    const reports = found.filter(
      ({ body }) => isReportAbout(body, phone) || body.includes(phone.slice(3)),
    )
    // A job has not read this report yet, so the money of the report is not in the books.
    if (reports.some(({ is_read }) => !is_read)) throw new PrivacyError('order_open')
    await deleteReports(
      tx,
      reports.map(({ id }) => id),
    )
    await deleteMessagesTo(tx, { ...who, others: await selectOwnEmails(tx, who) })
    await forgetGuests(tx, who)
    // Runs before the holders are forgotten, because their numbers identify the answers.
    await forgetAnswers(tx, who)
    await forgetHolders(tx, who)
    await forgetOpenTransfers(tx, phone)
    await forgetRefunded(tx, who)
    await forgetStrayRefunds(tx, phone)
    await forgetPayers(tx, who)
    await forgetStrayPayer(tx, { phone, receipts: keys.receipts })
    const orders = await forgetBuyers(tx, who)
    await deleteSessionsOf(tx, phone)
    await forgetPhone(tx, phone)
    await forgetSellerPhone(tx, phone)
    await insertAudit(tx, { accountId: null, at: now }, [
      { action: 'data_erased', subject: 'a phone number', after: { proof, orders } },
    ])
    return orders
  })
}
