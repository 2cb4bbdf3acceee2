import { selectLastDone } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { SendingState } from '../refunds.contract.ts'
import { isSendingOn } from './sending.sql.ts'

/** Whether refunds are sent; else who stopped that, when and why, as the audit log has it. */
export async function readSending({ db }: Pick<Deps, 'db'>): Promise<SendingState> {
  return await inTransaction(db, async (tx) => {
    if (await isSendingOn(tx)) return { on: true, stopped: null }
    const last = await selectLastDone(tx, 'refunds_stopped')
    if (!last) return { on: false, stopped: null }
    const { words = null } = (last.after ?? {}) as { words?: string }
    const by = last.full_name || last.email
    return { on: false, stopped: { at: last.at.toISOString(), by, words } }
  })
}
