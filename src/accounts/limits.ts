import { createHash } from 'node:crypto'
import type { Deps } from '../platform/database/deps.ts'
import { isWithin, waitOf, within } from '../platform/limits/limits.ts'

type LimitDeps = Pick<Deps, 'db' | 'env' | 'clock'>

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const PER_ACCOUNT_MS = 15 * 60_000

/** Limits new accounts and emails per address and hour. Counts nothing if `work` throws. */
export async function limitAccounts<T>(
  deps: LimitDeps,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  const max = deps.env.limits.accountPerAddress
  return await within(deps, [{ key: `account:${address}`, max, windowMs: HOUR_MS }], work)
}

/** Keys of limits contain a hash, so that the table of counts stores no readable address. */
const emailHash = (email: string) => createHash('sha256').update(email).digest('base64url')

/**
 * Counts an email to this mailbox and returns true if it is within the limit. Callers must not show
 * an error, because it would reveal that the address has an account.
 */
export async function mayMail(deps: LimitDeps, email: string): Promise<boolean> {
  const max = deps.env.limits.linkPerAccount
  return await isWithin(deps, { key: `link:${emailHash(email)}`, max, windowMs: HOUR_MS })
}

const FAILED_TEXT = 'Too many failed sign-ins.'
const CROWDED_TEXT = 'Too many sign-ins from your network.'
const GUESSED_TEXT =
  "Too many wrong passwords for this account today. Sign in on a device you've used before, or choose a new password with \u201cForgot password?\u201d."

/** Limits wrong passwords per `key`. `work` returns null if the password was wrong. */
export async function limitGuesses<T>(
  deps: LimitDeps,
  key: string,
  work: () => Promise<T | null>,
): Promise<T | null> {
  const max = deps.env.limits.signInPerAccount
  const limit = { key: `guess:${key}`, max, windowMs: PER_ACCOUNT_MS, text: FAILED_TEXT }
  return await within(deps, [limit], work, (result) => result !== null)
}

/**
 * Returns true if the owner of an account must be notified of wrong codes after the right password.
 * This is the case at most once a day.
 */
export async function mayWarnOfCodes(deps: LimitDeps, email: string): Promise<boolean> {
  return await isWithin(deps, { key: `codes:${emailHash(email)}`, max: 1, windowMs: DAY_MS })
}

type SignInSource = {
  email: string
  address: string
  /**
   * The hash of the known-browser cookie if the browser has signed in to this account before; null
   * if it has not.
   */
  browser: string | null
}

/**
 * Runs `work`, which returns null if the sign-in failed. A browser that has signed in to this
 * account before has a separate limit.
 *
 * Every sign-in from any other browser is counted per network address. A failed sign-in is also
 * counted per account and address, and per account over all addresses. Unknown accounts are counted
 * like known accounts.
 */
export async function limitSignIns<T>(
  deps: LimitDeps,
  { email, address, browser }: SignInSource,
  work: () => Promise<T | null>,
): Promise<T | null> {
  if (browser !== null) return await limitGuesses(deps, `${browser}:${emailHash(email)}`, work)
  const { signInPerAddress, signInPerAccount } = deps.env.limits
  const perAddress = { key: `signin:${address}`, max: signInPerAddress, windowMs: HOUR_MS }
  const perAccount = {
    key: `signin:${address}:${emailHash(email)}`,
    max: signInPerAccount,
    windowMs: PER_ACCOUNT_MS,
    text: FAILED_TEXT,
  }
  return await within(deps, [{ ...perAddress, text: CROWDED_TEXT }], () =>
    within(deps, [perAccount, slowLimit(deps, email)], work, (result) => result !== null),
  )
}

const slowLimit = ({ env }: LimitDeps, email: string) => ({
  key: `signin:account:${emailHash(email)}`,
  max: env.limits.signInPerAccountDay,
  windowMs: DAY_MS,
  text: GUESSED_TEXT,
})

/**
 * Returns true if an account has reached its daily limit of failed sign-ins and its owner must be
 * notified. Later calls return false until the window of the limit ends.
 */
export async function mayWarn(deps: LimitDeps, email: string): Promise<boolean> {
  const seconds = await waitOf(deps, slowLimit(deps, email))
  if (seconds === null) return false
  const key = `warned:${emailHash(email)}`
  return await isWithin(deps, { key, max: 1, windowMs: seconds * 1000 })
}
