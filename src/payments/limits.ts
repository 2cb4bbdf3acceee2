import type { Deps } from '../platform/deps.ts'
import type { Limit } from '../platform/limits.ts'
import { countRecentPrompts } from './payments.sql.ts'

const PHONE_WINDOW_MS = 10 * 60_000
const ADDRESS_WINDOW_MS = 60_000

/**
 * For who asks for a prompt: per phone and per network address. A stranger's phone must not be
 * bombed, so the prompts that it was sent count; an operator puts thousands of phones behind one
 * address, so that what is asked for is counted there.
 */
export function pushLimits(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  { phone, address }: { phone: string; address: string },
): Limit[] {
  const { pushPerPhone, pushPerAddress } = env.limits
  const wait = async () => {
    const since = new Date(clock.now().getTime() - PHONE_WINDOW_MS)
    const prompts = await countRecentPrompts(db, phone, since)
    return prompts >= pushPerPhone ? PHONE_WINDOW_MS / 1000 : null
  }
  const text = 'Too many payment requests were sent to this phone. Wait ten minutes and try again.'
  return [
    { wait, text },
    { key: `push:${address}`, max: pushPerAddress, windowMs: ADDRESS_WINDOW_MS },
  ]
}
