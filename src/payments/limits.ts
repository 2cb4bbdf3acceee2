import { selectAddressRecords } from '../orders/address-record.sql.ts'
import type { Deps } from '../platform/deps.ts'
import type { Limit } from '../platform/limits.ts'
import { countRecentPrompts } from './payments.sql.ts'

const PHONE_WINDOW_MS = 10 * 60_000
const ADDRESS_WINDOW_MS = 60_000
/** Every order that was paid lets so many more be asked for in a minute. */
const PROMPTS_PER_PAID = 3

/**
 * For who asks for a prompt: per phone and per network address. A stranger's phone must not be
 * bombed, so the prompts that it was sent count; an operator puts thousands of phones behind one
 * address, so that what is asked for is counted there, and grows with what it has paid.
 */
export async function pushLimits(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  { phone, address }: { phone: string; address: string },
): Promise<Limit[]> {
  const { pushPerPhone, pushPerAddress } = env.limits
  const record = (await selectAddressRecords(db, [address], clock.now())).get(address)!
  const max = pushPerAddress + PROMPTS_PER_PAID * record.paid
  const wait = async () => {
    const since = new Date(clock.now().getTime() - PHONE_WINDOW_MS)
    const prompts = await countRecentPrompts(db, phone, since)
    return prompts >= pushPerPhone ? PHONE_WINDOW_MS / 1000 : null
  }
  const text = 'Too many payment requests were sent to this phone. Wait ten minutes and try again.'
  return [
    { wait, text },
    { key: `push:${address}`, max, windowMs: ADDRESS_WINDOW_MS },
  ]
}
