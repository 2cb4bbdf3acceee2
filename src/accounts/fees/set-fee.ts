import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { insertAudit } from '../audit-log.sql.ts'
import { AccountError } from '../errors.ts'
import { type FeeRow, lockPayer, selectFee, upsertFee } from './fees.sql.ts'

type Change = { accountId: string; basisPoints: number; fixedCents: number; by: string }

/** Sets the service fee of an organizer's future orders. Each order keeps the fee of its placing. */
export async function setFee(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { by, ...fee }: Change,
): Promise<FeeRow> {
  const now = clock.now()
  return await inTransaction(db, async (tx) => {
    if (!(await lockPayer(tx, fee.accountId))) throw new AccountError('account_not_found')
    const before = await selectFee(tx, fee.accountId)
    const isSame = before.basis_points === fee.basisPoints && before.fixed_cents === fee.fixedCents
    if (isSame) return before
    await upsertFee(tx, { ...fee, now })
    const after = await selectFee(tx, fee.accountId)
    await insertAudit(tx, { accountId: by, at: now }, [
      {
        action: 'organizer_fee_changed',
        subject: fee.accountId,
        before: toAudit(before),
        after: toAudit(after),
      },
    ])
    return after
  })
}

const toAudit = ({ basis_points, fixed_cents }: FeeRow) => ({
  percent: basis_points / 100,
  each_ticket: toKes(fixed_cents),
})
