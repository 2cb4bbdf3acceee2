import type { Db } from '../platform/db.ts'
import { sendLane } from './message-queued.job.ts'
import { countWaitingSms } from './messages.sql.ts'

/** SMS of sales share the gateway with those that tell many: no more than this are made to wait. */
const WAITING_SMS_MAX = 50

/** Whether there is room for SMS that tell many at once. */
export async function findSmsRoom(db: Db): Promise<boolean> {
  return (await countWaitingSms(db, sendLane.name, WAITING_SMS_MAX)) < WAITING_SMS_MAX
}
