import type { Deps } from '../platform/database/deps.ts'
import { handleJob, type JobOutcome } from '../platform/jobs/jobs.ts'
import type { SmsAnswer, SmsGateway } from './africas-talking/send-sms.ts'
import { messageCounters, messageTimes } from './declarations.ts'
import { emailQueued, messageQueued } from './jobs.ts'
import { type Answered, type Claimed, claimMessage, msToNextTurn, recordAnswer } from './sending.ts'
import type { EmailAnswer, Mailer } from './smtp/send-email.ts'

/** What this room's jobs are given. */
export type MessageDeps = Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'metrics' | 'timeScale'> & {
  sms: SmsGateway
  mailer: Mailer
}

/**
 * Sends a message once. `sending` is committed before the call: a run that finds it there leaves
 * it to the sweep, for the message may have left. Where the gateway was given as many as it takes, all
 * SMS wait, in their order.
 */
export const sendMessage = (deps: MessageDeps) =>
  handleJob(messageQueued, async ({ messageId }, job) => {
    const message = await claimMessage(deps, 'sms', messageId)
    if (message === 'not yet') {
      return { againInMs: msToNextTurn(deps.env.sms.perSecond), keepsSlot: true }
    }
    if (!message) return
    const answer = await deps.sms.send(message.recipient, message.body)
    messageCounters(deps.metrics).smsSends.inc({ outcome: answer.kind })
    const told = orGiveUp(deps, message, answer)
    return await record(deps, { channel: 'sms', message, answer: told, job })
  })

export const sendEmails = (deps: MessageDeps) =>
  handleJob(emailQueued, async ({ messageId }, job) => {
    const message = await claimMessage(deps, 'email', messageId)
    // No turns are counted for a mail server.
    if (!message || message === 'not yet') return
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
    const told = orGiveUp(deps, message, answer)
    return await record(deps, { channel: 'email', message, answer: told, job })
  })

/**
 * What says 'later' for days is not going to take it. 'Once more' is said once: the first time
 * leaves its reason as the provider's status.
 */
function orGiveUp<A extends SmsAnswer | EmailAnswer>(
  deps: MessageDeps,
  message: Claimed,
  answer: A,
): A | { kind: 'refused'; reason: string } {
  const age = deps.clock.now().getTime() - message.created_at.getTime()
  const isOver =
    (answer.kind === 'later' && age >= messageTimes(deps.timeScale).messageGiveUpMs) ||
    (answer.kind === 'once_more' && message.provider_status !== null)
  if (!isOver || !('reason' in answer)) return answer
  return { kind: 'refused', reason: `given up: ${answer.reason}` }
}

async function record(deps: MessageDeps, answered: Answered): Promise<JobOutcome> {
  const { message, answer } = answered
  if (answer.kind === 'refused') {
    deps.log.warn({ message: message.id, reason: answer.reason }, 'a message was refused')
  }
  if (answer.kind === 'later' && answer.alert) {
    const told = { message: message.id, reason: answer.reason }
    deps.log.error(told, 'the account for messages needs attention')
  }
  return await recordAnswer(deps, answered)
}
