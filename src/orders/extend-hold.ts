import type { Tx } from '../platform/db.ts'
import { changeHold } from './orders.sql.ts'
import { orderTimes } from './times.ts'

/** A prompt goes out now: the hold lasts its full time again, from here. */
export async function extendHold(
  tx: Tx,
  orderId: string,
  now: Date,
  timeScale: number,
): Promise<boolean> {
  const { holdMs, holdMaxMs } = orderTimes(timeScale)
  return await changeHold(tx, orderId, 'held', {
    expires_at: new Date(now.getTime() + holdMs),
    ends_at: new Date(now.getTime() + holdMaxMs),
    updated_at: now,
  })
}
