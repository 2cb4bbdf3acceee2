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
 * Queues an SMS in the transaction of the row that the SMS is about. Only the first SMS with a
 * dedupe key is queued. With `forgetText` the text, which contains a secret, is deleted once the
 * SMS is sent or has failed. From `notAfter` on the SMS is not sent. If the phone is '',
 * it was erased, and nothing is sent.
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
  /** Shown in the HTML as `<img src="cid:…">` with its `codeName`. */
  codes?: readonly string[]
  /** Unsubscribes in one step. Required unless the email is about a purchase. */
  unsubscribeUrl?: string
  dedupeKey: MessageKey
  orderId?: string
  /** For a secret link: the text is deleted once the email is sent or has failed. */
  forgetText?: boolean
  now: Date
}

/** In the transaction of its row. Only the first email with a dedupe key is queued. */
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

/** Removes line breaks, with which a text in a header could add further headers. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

/** Counts both lanes, because the gateway gets both: above this, SMS to many holders wait. */
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
