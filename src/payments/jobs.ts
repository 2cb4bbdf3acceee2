import type { LockedOrder } from '../orders/orders.sql.ts'
import type { Tx } from '../platform/database/db.ts'
import { declareJob, queueJob } from '../platform/jobs/jobs.ts'
import { settleLane } from './callback-received.job.ts'

export const promptEnded = declareJob<{ orderId: string }>('payments.prompt_ended', settleLane)

/** Offers payment by paybill for a locked order whose prompt failed or got no response. */
export async function queuePaybillOffer(
  tx: Tx,
  { id, by_hand_until }: LockedOrder,
  delayMs = 0,
): Promise<void> {
  if (by_hand_until !== null) await queueJob(tx, promptEnded, { orderId: id }, delayMs)
}
