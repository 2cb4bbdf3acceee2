import type { Db, Tx } from '../platform/database/db.ts'
import { newId } from '../platform/ids.ts'
import { BACKOFF_MAX_MS } from './declarations.ts'
import { emailQueued, messageQueued, sendLane } from './jobs.ts'
import { countWaitingSms, insertMessage } from './messages.sql.ts'

/**
 * Queues an SMS in the transaction of what it tells about; the same key is told once. `forgetText`
 * where it holds a secret: it is forgotten once the SMS is sent or given up. From `notAfter` on it is
 * not sent any more.
 */
export async function queueSms(
  tx: Tx,
  sms: {
    phone: string
    orderId?: string
    body: string
    dedupeKey: string
    now: Date
    forgetText?: boolean
    notAfter?: Date
  },
): Promise<void> {
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
  await insertMessage(tx, row, messageQueued)
}

export type QueuedEmail = {
  to: string
  from: string
  replyTo?: string
  subject: string
  text: string
  html?: string
  /** An entry to keep, as RFC 5545 has it: goes along as a file. */
  calendar?: string
  /** What the QR codes in its HTML say: `<img src="cid:…">` with the `codeName` of each. */
  codes?: readonly string[]
  /** Where the reader unsubscribes in one step; for every mail that is not about a purchase. */
  unsubscribeUrl?: string
  dedupeKey: string
  /** What it is about: there its delivery is shown. */
  orderId?: string
  /** The text holds a secret link: it is forgotten once the mail is sent or given up. */
  forgetText?: boolean
  now: Date
}

/** Queues an e-mail in the transaction of what it tells about; the same key is told once. */
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
  await insertMessage(tx, row, emailQueued)
}

/** A line break in a header would begin the next one. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

/** SMS of sales share the gateway with those that tell many: no more than this are made to wait. */
const WAITING_SMS_MAX = 50

/**
 * Whether there is room for SMS that tell many at once. Those that wait for a gateway that is away wait,
 * too: else all that was told meanwhile would stand before the tickets once it is back.
 */
export async function findSmsRoom(db: Db): Promise<boolean> {
  const asked = { withinMs: BACKOFF_MAX_MS, most: WAITING_SMS_MAX }
  return (await countWaitingSms(db, sendLane.name, asked)) < WAITING_SMS_MAX
}
