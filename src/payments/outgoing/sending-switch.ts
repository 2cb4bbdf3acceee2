import { insertAudit, selectLastDone } from '../../accounts/audit-log.sql.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { releaseRestored } from '../../platform/database/restored.sql.ts'
import { selectSetting, upsertSetting } from '../../platform/database/setting.sql.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { freeSlot } from '../../platform/limits/limits.sql.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { BALANCE_SLOT } from './account-readings.sql.ts'
import type { SendingState, SendingSwitch } from './sending.contract.ts'
import { SENDING_STOPPED } from './sending-switch.sql.ts'

/** Starts or stops sending refunds and payouts. Attempts on their way are not affected. */
export async function switchSending(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { on, words: reason = '' }: SendingSwitch,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const before = await isSendingOn(tx)
    if (before === on) return
    const at = deps.clock.now()
    await upsertSetting(tx, SENDING_STOPPED, !on)
    if (on) await releaseRestored(tx)
    const after = reason.trim() === '' ? undefined : { words: reason.trim() }
    await insertAudit(tx, { accountId: viewer.accountId, at }, [
      { action: on ? 'refunds_started' : 'refunds_stopped', subject: 'refunds', after },
    ])
  })
}

/**
 * Stops sending refunds and payouts without an admin's action. The balances are queried soon, and
 * the audit log names the reason.
 */
export async function stopSending(tx: Tx, reason: string, at: Date): Promise<void> {
  await upsertSetting(tx, SENDING_STOPPED, true)
  await insertAudit(tx, { accountId: null, at }, [
    { action: 'refunds_stopped', subject: 'refunds', after: { words: reason } },
  ])
  await freeSlot(tx, BALANCE_SLOT)
}

export type DueSum = { count: number; cents: number }
/** Reads the refunds and the parts of payouts that are due. */
export type ReadDue = (tx: Tx) => Promise<Record<'refunds' | 'payouts', DueSum>>

/**
 * Reads whether money is sent. If it is not: the person who stopped sending, the time and the reason
 * from the audit log, and the sums that are due.
 */
export async function readSending({
  db,
  readDue,
}: Pick<Deps, 'db'> & { readDue: ReadDue }): Promise<SendingState> {
  return await inTransaction(db, async (tx) => {
    if (await isSendingOn(tx)) return { on: true, stopped: null, waiting: null }
    const { refunds, payouts } = await readDue(tx)
    const waiting = { refunds: toReply(refunds), payouts: toReply(payouts) }
    const last = await selectLastDone(tx, 'refunds_stopped')
    if (!last) return { on: false, stopped: null, waiting }
    const { words = null } = (last.after ?? {}) as { words?: string }
    const by = last.full_name || last.email || 'the shop'
    return { on: false, stopped: { at: last.at.toISOString(), by, words }, waiting }
  })
}

const toReply = ({ count, cents }: DueSum) => ({ count, amount: toKes(cents) })

/** Whether money may be sent. An admin can stop all refunds and payouts if something is wrong. */
export async function isSendingOn(db: Db): Promise<boolean> {
  return (await selectSetting(db, SENDING_STOPPED)) !== true
}
