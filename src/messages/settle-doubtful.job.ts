import { inTransaction, type Tx } from '../platform/database/db.ts'
import { isDue } from '../platform/jobs/due.sql.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import { messageCounters, messageTimes } from './declarations.ts'
import { sendingJob } from './jobs.ts'
import {
  areDoubtful,
  finishSending,
  lockDoubtful,
  matchReport,
  requeueDoubtful,
} from './messages.sql.ts'
import type { MessageDeps } from './send-message.job.ts'

const BATCH = 100

/**
 * Settles messages for which a crash or a broken connection lost the provider's response. A
 * delivery report for the phone proves that an SMS was sent. Without a report, the SMS is sent
 * again and counted in `resent`. Mail servers post no reports, so emails are always sent again.
 * The second copy of an email has the Message-ID of the first copy.
 */
export async function settleDoubtful(deps: MessageDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - messageTimes(deps.timeScale).smsDoubtMs)
  if (!(await isDue(deps.db, areDoubtful(before)))) return
  // Counted after the commit, because a transaction may run several times.
  for (const { id, isEmail } of await inTransaction(deps.db, (tx) => settle(tx, deps))) {
    if (isEmail) messageCounters(deps.metrics).emailResent.inc()
    else messageCounters(deps.metrics).smsResent.inc()
    const channel = isEmail ? 'email' : 'sms'
    deps.log.warn({ message: id, channel }, 'a doubtful message is sent again')
  }
}

/** Settles one batch. Returns the messages that must be sent again. */
async function settle(tx: Tx, deps: MessageDeps): Promise<{ id: string; isEmail: boolean }[]> {
  const resent: { id: string; isEmail: boolean }[] = []
  const now = deps.clock.now()
  const before = new Date(now.getTime() - messageTimes(deps.timeScale).smsDoubtMs)
  for (const message of await lockDoubtful(tx, before, BATCH)) {
    const { id, recipient, dedupe_key, sending_at } = message
    const isEmail = message.channel === 'email'
    const since = sending_at!
    const providerId = isEmail ? null : await matchReport(tx, { id, recipient, since })
    if (providerId) {
      await finishSending(tx, [{ id, state: 'sent', provider_message_id: providerId }], now)
      continue
    }
    await requeueDoubtful(tx, id, now)
    const job = sendingJob(isEmail ? 'email' : 'sms', dedupe_key)
    await queueJob(tx, job, { messageId: id })
    resent.push({ id, isEmail })
  }
  return resent
}
