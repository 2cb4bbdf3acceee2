import type { Db, Tx } from '../platform/database/db.ts'
import { newId } from '../platform/ids.ts'
import { BACKOFF_MAX_MS } from './declarations.ts'
import { type MessageKey, noticeLane, sendingJob, sendLane } from './jobs.ts'
import { countWaitingSms, insertMessage } from './messages.sql.ts'

export type QueuedSms = {
  phone: string
  orderId?: string
  body: string
  dedupeKey: MessageKey
  now: Date
  forgetText?: boolean
  notAfter?: Date
}

/**
 * Queues an SMS in the transaction that writes the row that the SMS is about. Only the first SMS
 * with a dedupe key is queued. With `forgetText` the text contains a secret, and is deleted when
 * the SMS is sent or has failed. From `notAfter` on the SMS is not sent. Does nothing if the phone
 * is '', because it was erased.
 */
export async function queueSms(tx: Tx, sms: QueuedSms): Promise<void> {
  if (sms.phone === '') return
  const row = {
    id: newId(),
    recipient: sms.phone,
    order_id: sms.orderId ?? null,
    body: sms.body,
    dedupe_key: sms.dedupeKey,
    forget_text: sms.forgetText ?? false,
    not_after: sms.notAfter ?? null,
    created_at: sms.now,
  }
  await insertMessage(tx, row, sendingJob('sms', sms.dedupeKey))
}

export type QueuedEmail = {
  to: string
  from: string
  replyTo?: string
  subject: string
  text: string
  html?: string
  /** A calendar entry in the format of RFC 5545, sent as an attachment. */
  calendar?: string
  /** The texts of QR codes. The HTML shows each as `<img src="cid:…">` with its `codeName`. */
  codes?: readonly string[]
  /** The address that unsubscribes in one step. Required unless the email is about a purchase. */
  unsubscribeUrl?: string
  dedupeKey: MessageKey
  orderId?: string
  /** True for a secret link: the text is deleted when the email is sent or has failed. */
  forgetText?: boolean
  now: Date
}

/** Queues an email in the caller's transaction. Queues only the first with a dedupe key. */
export async function queueEmail(tx: Tx, email: QueuedEmail): Promise<void> {
  const row = {
    id: newId(),
    channel: 'email',
    recipient: email.to,
    sender: email.from,
    reply_to: email.replyTo ?? null,
    subject: oneLine(email.subject),
    body: email.text,
    html: email.html ?? null,
    calendar: email.calendar ?? null,
    codes: email.codes?.join('\n') ?? null,
    unsubscribe_url: email.unsubscribeUrl ?? null,
    dedupe_key: email.dedupeKey,
    order_id: email.orderId ?? null,
    forget_text: email.forgetText ?? false,
    created_at: email.now,
  }
  await insertMessage(tx, row, sendingJob('email', email.dedupeKey))
}

/** Replaces control characters by spaces: line breaks could add headers to an email. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

/** Above this number of due SMS in both lanes of the gateway, SMS to many holders wait. */
const WAITING_SMS_MAX = 50

/**
 * Whether SMS to many holders may be queued now. SMS that wait for the end of a gateway outage
 * count too. Otherwise SMS to many holders could be queued during the outage, and would delay
 * ticket SMS when the outage ends.
 */
export async function hasSmsCapacity(db: Db): Promise<boolean> {
  const window = { withinMs: BACKOFF_MAX_MS, most: WAITING_SMS_MAX }
  const lanes = [sendLane.name, noticeLane.name]
  return (await countWaitingSms(db, lanes, window)) < WAITING_SMS_MAX
}
