import type { Deps } from '../platform/deps.ts'
import { within } from '../platform/limits.ts'

const HOUR_MS = 3600_000

/** Runs `work`, which makes accounts or mails; what it refuses costs nothing. */
export async function limitAccounts<T>(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  const max = deps.env.limits.accountPerAddress
  return await within(deps, [{ key: `account:${address}`, max, windowMs: HOUR_MS }], work)
}
