import { createHash } from 'node:crypto'
import type { Deps } from '../platform/deps.ts'
import { isWithin, within } from '../platform/limits.ts'

type LimitDeps = Pick<Deps, 'db' | 'env' | 'clock'>

const HOUR_MS = 3600_000
const PER_ACCOUNT_MS = 15 * 60_000

/** Runs `work`, which makes an account or sends a mail; if it fails, it is not counted. */
export async function limitAccounts<T>(
  deps: LimitDeps,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  const max = deps.env.limits.accountPerAddress
  return await within(deps, [{ key: `account:${address}`, max, windowMs: HOUR_MS }], work)
}

const linkLimit = ({ env }: LimitDeps, accountId: string) => ({
  key: `link:${accountId}`,
  max: env.limits.linkPerAccount,
  windowMs: HOUR_MS,
})

/** Runs `work`, which mails a link to the account. */
export async function limitLinks<T>(
  deps: LimitDeps,
  accountId: string,
  work: () => Promise<T>,
): Promise<T> {
  return await within(deps, [linkLimit(deps, accountId)], work)
}

/** Whether the account may be mailed once more, without telling whoever asks; if so, counts it. */
export async function mayMail(deps: LimitDeps, accountId: string): Promise<boolean> {
  return await isWithin(deps, linkLimit(deps, accountId))
}

const FAILED_TEXT = 'Too many failed sign-ins. Please wait a while and try again.'

/**
 * Runs `work`, which returns null if the sign-in failed, within the limits per network address and
 * per account from that address. Only failures stay counted; unknown accounts count too.
 */
export async function limitSignIns<T>(
  deps: LimitDeps,
  from: { email: string; address: string },
  work: () => Promise<T | null>,
): Promise<T | null> {
  const { signInPerAddress, signInPerAccount } = deps.env.limits
  const account = createHash('sha256').update(from.email).digest('base64url')
  const perAddress = { key: `signin:${from.address}`, max: signInPerAddress, windowMs: HOUR_MS }
  const perAccount = {
    key: `signin:${from.address}:${account}`,
    max: signInPerAccount,
    windowMs: PER_ACCOUNT_MS,
  }
  const limits = [perAddress, perAccount].map((limit) => ({ ...limit, text: FAILED_TEXT }))
  return await within(deps, limits, work, (result) => result !== null)
}
