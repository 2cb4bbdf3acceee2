import { forgetPhone } from '../accounts/accounts.sql.ts'
import { insertAudit } from '../accounts/audit-log.sql.ts'
import { forgetGuests } from '../complimentary/forget-guests.sql.ts'
import { deleteMessagesTo } from '../messages/old-messages.sql.ts'
import { forgetBuyers } from '../orders/forget-people.sql.ts'
import { forgetPayers, forgetStrayPayer } from '../payments/forget-payers.sql.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { forgetRefunded, forgetStrayRefunds } from '../refunds/forget-refunded.sql.ts'
import { forgetAskedTransfers, forgetHolders } from '../tickets/forget-holders.sql.ts'
import { deleteSessionsOf } from '../ussd/ussd.sql.ts'
import { PrivacyError } from './errors.ts'
import { lockOrdersNaming, selectHeld, selectOtherContacts, selectStillOpen } from './people.sql.ts'

type DataDeps = Pick<Deps, 'db' | 'clock'>

/** How the person was identified: by a code to the phone, or by staff with the command. */
export type Proof = 'code' | 'staff'

/** Returns all rows that the shop holds about a phone, and notes the export in the audit log. */
export async function exportData({ db, clock }: DataDeps, phone: string, proof: Proof) {
  return await inTransaction(db, async (tx) => {
    const at = clock.now()
    const held = await selectHeld(tx, phone)
    await insertAudit(tx, { accountId: null, at }, [
      { action: 'data_exported', subject: 'a phone number', after: { proof } },
    ])
    return { phone, made_at: at.toISOString(), ...held }
  })
}

/**
 * Erases what the shop holds about a phone. Orders, payments, tickets and refunds stay without the
 * person, because the law requires the books. An opt-out from SMS stays, because the person wanted
 * it. Throws a PrivacyError if the data is still needed. Repeating the call is harmless. Returns
 * the number of orders whose buyer was erased.
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
    await deleteMessagesTo(tx, { ...who, others: await selectOtherContacts(tx, who) })
    await forgetGuests(tx, who)
    await forgetHolders(tx, who)
    await forgetAskedTransfers(tx, phone)
    await forgetRefunded(tx, who)
    await forgetStrayRefunds(tx, phone)
    await forgetPayers(tx, who)
    await forgetStrayPayer(tx, phone)
    const orders = await forgetBuyers(tx, who)
    await deleteSessionsOf(tx, phone)
    await forgetPhone(tx, phone)
    await insertAudit(tx, { accountId: null, at: now }, [
      { action: 'data_erased', subject: 'a phone number', after: { proof, orders } },
    ])
    return orders
  })
}
