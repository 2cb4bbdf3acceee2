import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { countWithin, uncount } from '../platform/limits.sql.ts'
import { countRecentPrompts } from './payments.sql.ts'

const PHONE_WINDOW_MS = 10 * 60_000
const ADDRESS_WINDOW_MS = 60_000

/**
 * Runs `work`, which asks for a prompt, within the limits per phone and per network address. A
 * stranger's phone must not be bombed; an operator puts thousands of phones behind one address.
 * What `work` refuses, by throwing or by answering that it asked for nothing, costs nothing.
 */
export async function limitPushes<T>(
  deps: Deps,
  from: { phone: string | null; address: string },
  work: () => Promise<{ asked: boolean; value: T }>,
): Promise<T> {
  const now = deps.clock.now()
  const { pushPerPhone, pushPerAddress } = deps.env.limits
  if (from.phone !== null) {
    const since = new Date(now.getTime() - PHONE_WINDOW_MS)
    if ((await countRecentPrompts(deps.db, from.phone, since)) >= pushPerPhone) {
      throw new AppError('too_many_requests', {
        text: 'Too many payment requests were sent to this phone. Wait ten minutes and try again.',
        retryAfter: PHONE_WINDOW_MS / 1000,
      })
    }
  }
  const key = `push:${from.address}`
  const window = { max: pushPerAddress, windowMs: ADDRESS_WINDOW_MS }
  const wait = await countWithin(deps.db, key, window, now)
  if (wait !== null) throw new AppError('too_many_requests', { retryAfter: wait })
  let asked = false
  try {
    const result = await work()
    asked = result.asked
    return result.value
  } finally {
    if (!asked) await uncount(deps.db, key, ADDRESS_WINDOW_MS, now)
  }
}
