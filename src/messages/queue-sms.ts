import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { queueJob } from '../platform/jobs.ts'
import { messageQueued } from './message-queued.job.ts'
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
