import { inTransaction, type Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { handleJob, type JobOutcome, type RunningJob } from '../platform/jobs.ts'
import type { SmsAnswer, SmsGateway } from './africas-talking/send-sms.ts'
import { messageCounters } from './counters.ts'
import { isOptOut } from './delivery.rules.ts'
import { emailQueued, messageQueued } from './message-queued.job.ts'
import { applyReports, finishSending, setOptOut, startSending } from './messages.sql.ts'
import type { EmailAnswer, Mailer } from './smtp/send-email.ts'
import { messageTimes } from './times.ts'

/** What this room's jobs are given. */
export type MessageDeps = Pick<Deps, 'db' | 'log' | 'clock' | 'metrics' | 'timeScale'> & {
  sms: SmsGateway
  mailer: Mailer
}

/**
 * Sends a message once. `sending` is committed before the call: a run that finds it there leaves
 * it to the sweep, for the message may have left.
 */
export const sendMessage = (deps: MessageDeps) =>
  handleJob(messageQueued, async ({ messageId }, job) => {
    const message = await startSending(deps.db, messageId, deps.clock.now())
    if (!message) return
    const answer = await deps.sms.send(message.recipient, message.body)
    messageCounters(deps.metrics).smsSends.inc({ outcome: answer.kind })
    return await record(deps, message, orGiveUp(deps, message, answer), job)
  })

export const sendEmails = (deps: MessageDeps) =>
  handleJob(emailQueued, async ({ messageId }, job) => {
    const message = await startSending(deps.db, messageId, deps.clock.now())
    if (!message) return
    const answer = await deps.mailer.send({
      id: message.id,
      from: message.sender!,
      to: message.recipient,
      replyTo: message.reply_to,
      subject: message.subject!,
      text: message.body,
      html: message.html,
      calendar: message.calendar,
      codes: message.codes?.split('\n') ?? [],
      unsubscribeUrl: message.unsubscribe_url,
    })
    messageCounters(deps.metrics).emailSends.inc({ outcome: answer.kind })
    return await record(deps, message, orGiveUp(deps, message, answer), job)
  })

type Sent = { id: string; recipient: string; attempts: number }
type Sending = NonNullable<Awaited<ReturnType<typeof startSending>>>

/**
 * What says 'later' for days is not going to take it. 'Once more' is said once: the first time
 * leaves its reason as the provider's status.
 */
function orGiveUp<A extends SmsAnswer | EmailAnswer>(
  deps: MessageDeps,
  message: Sending,
  answer: A,
): A | { kind: 'refused'; reason: string } {
  const age = deps.clock.now().getTime() - message.created_at.getTime()
  const isOver =
    (answer.kind === 'later' && age >= messageTimes(deps.timeScale).messageGiveUpMs) ||
    (answer.kind === 'once_more' && message.provider_status !== null)
  if (!isOver || !('reason' in answer)) return answer
  return { kind: 'refused', reason: `given up: ${answer.reason}` }
}

const BACKOFF_MAX_MS = 5 * 60_000
// Until somebody has seen to our account, asking often changes nothing.
const ALERT_BACKOFF_MAX_MS = 60 * 60_000

async function record(
  deps: MessageDeps,
  message: Sent,
  answer: SmsAnswer | EmailAnswer,
  job: RunningJob,
): Promise<JobOutcome> {
  return await inTransaction(deps.db, async (tx) => {
    const outcome = await recordAnswer(tx, deps, message, answer)
    if (!outcome) await job.end(tx)
    return outcome
  })
}

async function recordAnswer(
  tx: Tx,
  deps: MessageDeps,
  message: Sent,
  answer: SmsAnswer | EmailAnswer,
): Promise<JobOutcome> {
  const now = deps.clock.now()
  switch (answer.kind) {
    case 'accepted':
      if ('response' in answer) {
        const provider_status = answer.response
        await finishSending(tx, message.id, { state: 'sent', provider_status, now })
        return
      }
      await finishSending(tx, message.id, {
        state: 'sent',
        provider_message_id: answer.messageId,
        provider_status: answer.status,
        now,
      })
      // A report may have come before this answer.
      await applyReports(tx, answer.messageId, now)
      return
    case 'refused':
      deps.log.warn({ message: message.id, reason: answer.reason }, 'a message was refused')
      await finishSending(tx, message.id, { state: 'failed', last_error: answer.reason, now })
      if (isOptOut(answer.reason)) await setOptOut(tx, message.recipient, true, now)
      return
    case 'doubtful':
      await finishSending(tx, message.id, { state: 'doubtful', last_error: answer.reason, now })
      return
    case 'once_more': {
      const told = { last_error: answer.reason, provider_status: answer.reason }
      await finishSending(tx, message.id, { state: 'queued', ...told, now })
      return { againInMs: messageTimes(deps.timeScale).smsOnceMoreMs }
    }
    case 'later': {
      const told = { message: message.id, reason: answer.reason }
      if (answer.alert) deps.log.error(told, 'the account for messages needs attention')
      await finishSending(tx, message.id, { state: 'queued', last_error: answer.reason, now })
      const backoff = 1000 * 2 ** Math.min(message.attempts - 1, 12)
      return {
        againInMs: Math.min(backoff, answer.alert ? ALERT_BACKOFF_MAX_MS : BACKOFF_MAX_MS),
      }
    }
  }
}
