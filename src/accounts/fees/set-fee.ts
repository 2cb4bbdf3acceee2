import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type Fee, toKes } from '../../platform/values/money.rules.ts'
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
    const own = before.own_fee
    if (own?.basis_points === fee.basisPoints && own.fixed_cents === fee.fixedCents) return before
    await upsertFee(tx, { ...fee, now })
    const after = await selectFee(tx, fee.accountId)
    await insertAudit(tx, { accountId: by, at: now }, [
      {
        action: 'organizer_fee_changed',
        subject: fee.accountId,
        ...(own && { before: toAudit(own) }),
        after: toAudit({ basis_points: fee.basisPoints, fixed_cents: fee.fixedCents }),
      },
    ])
    return after
  })
}

const toAudit = ({ basis_points, fixed_cents }: Fee) => ({
  percent: basis_points / 100,
  each_ticket: toKes(fixed_cents),
})
