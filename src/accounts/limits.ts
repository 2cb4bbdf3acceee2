import { createHash } from 'node:crypto'
import type { Deps } from '../platform/database/deps.ts'
import { isWithin, waitOf, within } from '../platform/limits/limits.ts'

type LimitDeps = Pick<Deps, 'db' | 'env' | 'clock'>

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
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

/** Counts hold no address that one could read. */
const nameOf = (email: string) => createHash('sha256').update(email).digest('base64url')

/** Whether this mailbox may be mailed once more, without telling whoever asks; if so, counts it. */
export async function mayMail(deps: LimitDeps, email: string): Promise<boolean> {
  const max = deps.env.limits.linkPerAccount
  return await isWithin(deps, { key: `link:${nameOf(email)}`, max, windowMs: HOUR_MS })
}

const FAILED_TEXT = 'Too many failed sign-ins. Please wait a while and try again.'
const CROWDED_TEXT = 'Too many sign-ins from your network. Please wait a while and try again.'
const GUESSED_TEXT =
  'Too many wrong passwords for this account today. Sign in where you have signed in before, or choose a new password by \u201cForgot password?\u201d.'

/** Runs `work`, which returns null if a password was wrong; right ones are not counted. */
export async function limitGuesses<T>(
  deps: LimitDeps,
  key: string,
  work: () => Promise<T | null>,
): Promise<T | null> {
  const max = deps.env.limits.signInPerAccount
  const limit = { key: `guess:${key}`, max, windowMs: PER_ACCOUNT_MS, text: FAILED_TEXT }
  return await within(deps, [limit], work, (result) => result !== null)
}

type From = {
  email: string
  address: string
  /** That has signed in to this account before, and so is nobody's who tries one after the other. */
  browser: string | null
}

/**
 * Runs `work`, which returns null if the sign-in failed. A known browser has a limit of its own.
 * Any other counts, right or wrong, for its network address; and, if it fails, for the account from
 * that address and for the account from everywhere. Unknown accounts are counted like known ones.
 */
export async function limitSignIns<T>(
  deps: LimitDeps,
  { email, address, browser }: From,
  work: () => Promise<T | null>,
): Promise<T | null> {
  if (browser !== null) return await limitGuesses(deps, `${browser}:${nameOf(email)}`, work)
  const { signInPerAddress, signInPerAccount } = deps.env.limits
  const perAddress = { key: `signin:${address}`, max: signInPerAddress, windowMs: HOUR_MS }
  const perAccount = {
    key: `signin:${address}:${nameOf(email)}`,
    max: signInPerAccount,
    windowMs: PER_ACCOUNT_MS,
    text: FAILED_TEXT,
  }
  return await within(deps, [{ ...perAddress, text: CROWDED_TEXT }], () =>
    within(deps, [perAccount, slowLimit(deps, email)], work, (result) => result !== null),
  )
}

const slowLimit = ({ env }: LimitDeps, email: string) => ({
  key: `signin:account:${nameOf(email)}`,
  max: env.limits.signInPerAccountDay,
  windowMs: DAY_MS,
  text: GUESSED_TEXT,
})

/** Whether the slow limit of an account is reached and nobody was told; true once until it is over. */
export async function mayWarn(deps: LimitDeps, email: string): Promise<boolean> {
  const seconds = await waitOf(deps, slowLimit(deps, email))
  if (seconds === null) return false
  const key = `warned:${nameOf(email)}`
  return await isWithin(deps, { key, max: 1, windowMs: seconds * 1000 })
}
