import { insertAudit } from '../accounts/audit-log.sql.ts'
import { AccountError } from '../accounts/errors.ts'
import { upsertReserve } from '../ledger/reserve.sql.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { isUuid } from '../platform/ids.ts'
import { lockPayee } from './payout-accounts.sql.ts'
import type { PlanReply } from './payouts.contract.ts'

/** Sets the share of an organizer's sales that is kept until the refund window has ended. */
export async function setReserve(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { accountId, reserve, by }: { accountId: string; reserve: number; by: string },
): Promise<PlanReply> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const payee = isUuid(accountId) ? await lockPayee(tx, accountId) : undefined
    if (!payee) throw new AccountError('account_not_found')
    await upsertReserve(tx, { accountId, reserve, now })
    await insertAudit(tx, { accountId: by, at: now }, [
      { action: 'payout_reserve_changed', subject: accountId, after: { percent: reserve / 100 } },
    ])
  })
  return { account_id: accountId, reserve_basis_points: reserve }
}
