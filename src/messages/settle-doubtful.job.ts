import { inTransaction } from '../platform/db.ts'
import { queueJob } from '../platform/jobs.ts'
import { emailQueued, messageQueued } from './message-queued.job.ts'
import {
  applyReports,
  claimReport,
  finishSending,
  lockDoubtful,
  putBackInDoubt,
} from './messages.sql.ts'
import type { MessageDeps } from './send-message.job.ts'

const BATCH = 100

/**
 * Messages whose process died, or whose connection dropped, between send and answer. A delivery
 * report for that phone proves that an SMS had left; without one it is sent again, and counted.
 * Mail servers report nothing; but the second copy has the Message-ID of the first.
 */
export async function settleDoubtful(deps: MessageDeps): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const before = new Date(now.getTime() - deps.timings.smsDoubtMs)
    for (const message of await lockDoubtful(tx, before, BATCH)) {
      const { id, channel, recipient } = message
      const isEmail = channel === 'email'
      const since = message.sending_at!
      const providerId = isEmail ? null : await claimReport(tx, { id, recipient, since })
      if (providerId) {
        await finishSending(tx, id, { state: 'sent', provider_message_id: providerId, now })
        await applyReports(tx, providerId, now)
        continue
      }
      await putBackInDoubt(tx, id, now)
      await queueJob(tx, isEmail ? emailQueued : messageQueued, { messageId: id })
      if (isEmail) deps.metrics.emailResent.inc()
      else deps.metrics.smsResent.inc()
      const what = isEmail ? 'an e-mail' : 'an SMS'
      deps.log.warn({ message: id }, `${what} is sent again: nobody knows whether it had left`)
    }
  })
}
