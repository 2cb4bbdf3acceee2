import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { selectAccount, selectMoneySince } from '../accounts.sql.ts'
import { selectFactor } from '../factor.sql.ts'
import { queueNotice } from '../links.ts'

/**
 * Notifies accounts that have no second factor and need one because of this change of a team. Their
 * sessions end later. Call it after the change, with the same `now`.
 */
export async function notifyOfFactor(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  { accountIds, now }: { accountIds: readonly string[]; now: Date },
): Promise<void> {
  if (deps.env.secondFactor !== 'required') return
  for (const id of accountIds) {
    const account = await selectAccount(tx, id)
    if (!account || account.role === 'admin' || (await selectFactor(tx, id))) continue
    const since = await selectMoneySince(tx, id)
    if (since?.getTime() !== now.getTime()) continue
    await queueNotice(tx, deps, { to: account.email, about: 'factorDue' })
  }
}
