import type { Deps } from '../platform/database/deps.ts'
import { handleJob, type JobOutcome, type RunningJob } from '../platform/jobs/jobs.ts'
import type { SmsGateway, SmsResult } from './africas-talking/send-sms.ts'
import { messageCounters, messageTimes } from './declarations.ts'
import { GIVEN_UP } from './delivery.rules.ts'
import { emailQueued, mailNoticeQueued, messageQueued, noticeQueued } from './jobs.ts'
import {
  type ClaimedMessage,
  claimMessage,
  msToNextSlot,
  recordAttempt,
  type SendAttempt,
} from './sending.ts'
import type { EmailResult, Mailer } from './smtp/send-email.ts'

export type MessageDeps = Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'metrics' | 'timeScale'> & {
  sms: SmsGateway
  mailer: Mailer
}

export const sendMessage = (deps: MessageDeps) =>
  handleJob(messageQueued, ({ messageId }, job) => sendSms(deps, { messageId, job }))

export const sendNotice = (deps: MessageDeps) =>
  handleJob(noticeQueued, ({ messageId }, job) => sendSms(deps, { messageId, job, isNotice: true }))

export const sendEmails = (deps: MessageDeps) =>
  handleJob(emailQueued, ({ messageId }, job) => sendEmail(deps, { messageId, job }))

export const sendEmailNotices = (deps: MessageDeps) =>
  handleJob(mailNoticeQueued, ({ messageId }, job) =>
    sendEmail(deps, { messageId, job, isNotice: true }),
  )

type Sending = { messageId: string; job: RunningJob; isNotice?: boolean }

/**
 * Sends an SMS. The state `sending` is committed before the call to the gateway. A job that finds
 * a message in this state leaves it to the sweep, because the SMS may have been sent. When the
 * rate limit is reached, SMS wait in their order.
 */
async function sendSms(
  deps: MessageDeps,
  { messageId, job, isNotice = false }: Sending,
): Promise<JobOutcome> {
  const message = await claimMessage(deps, { channel: 'sms', isNotice }, messageId)
  if (message === 'not yet') {
    return { againInMs: msToNextSlot(deps.env.sms.perSecond), keepsSlot: true }
  }
  if (!message) return
  const result = await deps.sms.send(message.recipient, message.body)
  messageCounters(deps.metrics).smsSends.inc({ outcome: result.kind })
  const final = giveUpIfTooLate(deps, message, result)
  return await record(deps, { channel: 'sms', message, result: final, job })
}

async function sendEmail(
  deps: MessageDeps,
  { messageId, job, isNotice = false }: Sending,
): Promise<JobOutcome> {
  const message = await claimMessage(deps, { channel: 'email', isNotice }, messageId)
  // Emails have no rate limit, so `claimMessage` never returns 'not yet' for an email.
  if (!message || message === 'not yet') return
  const result = await deps.mailer.send({
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
  messageCounters(deps.metrics).emailSends.inc({ outcome: result.kind })
  const final = giveUpIfTooLate(deps, message, result)
  return await record(deps, { channel: 'email', message, result: final, job })
}

/** Gives up if the message is too old or if the stored status shows an earlier 'once_more'. */
function giveUpIfTooLate<R extends SmsResult | EmailResult>(
  deps: MessageDeps,
  message: ClaimedMessage,
  result: R,
): R | { kind: 'refused'; reason: string } {
  const age = deps.clock.now().getTime() - message.created_at.getTime()
  const isOver =
    (result.kind === 'later' && age >= messageTimes(deps.timeScale).messageGiveUpMs) ||
    (result.kind === 'once_more' && message.provider_status !== null)
  if (!isOver || !('reason' in result)) return result
  return { kind: 'refused', reason: `${GIVEN_UP}${result.reason}` }
}

async function record(deps: MessageDeps, attempt: SendAttempt): Promise<JobOutcome> {
  const { message, result } = attempt
  if (result.kind === 'refused') {
    deps.log.warn({ message: message.id, reason: result.reason }, 'a message was refused')
  }
  if (result.kind === 'later' && result.alert) {
    const fields = { message: message.id, reason: result.reason }
    deps.log.error(fields, 'the account for messages needs attention')
  }
  return await recordAttempt(deps, attempt)
}
