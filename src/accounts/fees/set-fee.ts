import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type Fee, toKes } from '../../platform/values/money.rules.ts'
import { insertAudit } from '../audit-log.sql.ts'
import { AccountError } from '../errors.ts'
import { deleteFee, type FeeRow, lockPayer, selectFee, upsertFee } from './fees.sql.ts'

/** A `fee` of null removes the organizer's own fee, so that the fee of the settings applies. */
type Change = { accountId: string; fee: Fee | null; by: string }

/** Sets the service fee of an organizer's future orders. Orders that exist keep their fee. */
export async function setFee(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { accountId, fee, by }: Change,
): Promise<FeeRow> {
  const now = clock.now()
  return await inTransaction(db, async (tx) => {
    if (!(await lockPayer(tx, accountId))) throw new AccountError('account_not_found')
    const before = await selectFee(tx, accountId)
    const own = before.own_fee
    if (own?.basis_points === fee?.basis_points && own?.fixed_cents === fee?.fixed_cents) {
      return before
    }
    if (fee) await upsertFee(tx, { accountId, fee, now })
    else await deleteFee(tx, accountId)
    const change = { before: own && toAudit(own), after: fee && toAudit(fee) }
    const entry = { action: 'organizer_fee_changed', subject: accountId, ...change }
    await insertAudit(tx, { accountId: by, at: now }, [entry])
    return await selectFee(tx, accountId)
  })
}

const toAudit = ({ basis_points, fixed_cents }: Fee) => ({
  percent: basis_points / 100,
  each_ticket: toKes(fixed_cents),
})
