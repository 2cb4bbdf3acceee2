import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { upsertSetting } from '../../platform/database/setting.sql.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { SendingSwitch } from '../refunds.contract.ts'
import { isSendingOn, SENDING_STOPPED } from './sending.sql.ts'

/** Starts or stops sending refunds; what is on its way stays so. */
export async function switchSending(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { on, words = '' }: SendingSwitch,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const before = await isSendingOn(tx)
    if (before === on) return
    const at = deps.clock.now()
    await upsertSetting(tx, SENDING_STOPPED, !on)
    const after = words.trim() === '' ? undefined : { words: words.trim() }
    await insertAudit(tx, { accountId: viewer.accountId, at }, [
      { action: on ? 'refunds_started' : 'refunds_stopped', subject: 'refunds', after },
    ])
  })
}
