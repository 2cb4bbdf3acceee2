import type { Db } from '../platform/database/db.ts'
import { sendLane } from './message-queued.job.ts'
import { countWaitingSms } from './messages.sql.ts'
import { BACKOFF_MAX_MS } from './times.ts'

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
