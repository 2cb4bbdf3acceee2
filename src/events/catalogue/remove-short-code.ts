import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isShortCode } from '../edit.rules.ts'
import { deleteShortCode, lockShortCode } from './short-codes.sql.ts'

/** Removes a short code: its address leads home from then on. Throws AppError: not_found. */
export async function removeShortCode(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  typed: string,
): Promise<void> {
  const code = typed.toLowerCase()
  await inTransaction(deps.db, async (tx) => {
    const old = isShortCode(code) ? await lockShortCode(tx, code) : undefined
    if (!old) throw new AppError('not_found')
    await deleteShortCode(tx, code)
    await insertAudit(tx, { accountId: viewer.accountId, at: deps.clock.now() }, [
      { action: 'short_code_removed', subject: code, eventId: old.event_id, before: old.title },
    ])
  })
}
