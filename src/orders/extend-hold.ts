import type { Tx } from '../platform/db.ts'
import type { Timings } from '../platform/timings.ts'
import { changeHold } from './orders.sql.ts'

/** A prompt goes out now: the hold lasts its full time again, from here. */
export async function extendHold(
  tx: Tx,
  orderId: string,
  now: Date,
  timings: Timings,
): Promise<boolean> {
  return await changeHold(tx, orderId, 'held', {
    expires_at: new Date(now.getTime() + timings.holdMs),
    ends_at: new Date(now.getTime() + timings.holdMaxMs),
    updated_at: now,
  })
}
