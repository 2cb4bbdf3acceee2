import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { queueJob } from '../platform/jobs.ts'
import { emailQueued, messageQueued } from './message-queued.job.ts'
import { insertMessage } from './messages.sql.ts'

/** Queues an SMS in the transaction of what it tells about; the same key is told once. */
export async function queueSms(
  tx: Tx,
  sms: { phone: string; body: string; dedupeKey: string; now: Date },
): Promise<void> {
  const id = newId()
  const isNew = await insertMessage(tx, {
    id,
    recipient: sms.phone,
    body: sms.body,
    dedupe_key: sms.dedupeKey,
    created_at: sms.now,
  })
  if (isNew) await queueJob(tx, messageQueued, { messageId: id })
}

export type QueuedEmail = {
  to: string
  from: string
  replyTo?: string
  subject: string
  text: string
  html?: string
  /** Where the reader unsubscribes in one step; for every mail that is not about a purchase. */
  unsubscribeUrl?: string
  dedupeKey: string
  /** The text holds a secret link: it is forgotten once the mail is sent or given up. */
  forgetText?: boolean
  now: Date
}

/** Queues an e-mail in the transaction of what it tells about; the same key is told once. */
export async function queueEmail(tx: Tx, email: QueuedEmail): Promise<void> {
  const id = newId()
  const isNew = await insertMessage(tx, {
    id,
    channel: 'email',
    recipient: email.to,
    sender: email.from,
    reply_to: email.replyTo ?? null,
    subject: oneLine(email.subject),
    body: email.text,
    html: email.html ?? null,
    unsubscribe_url: email.unsubscribeUrl ?? null,
    dedupe_key: email.dedupeKey,
    forget_text: email.forgetText ?? false,
    created_at: email.now,
  })
  if (isNew) await queueJob(tx, emailQueued, { messageId: id })
}

/** A line break in a header would begin the next one. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}
