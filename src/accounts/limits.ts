import { createHash } from 'node:crypto'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { limitWork } from '../platform/limit-work.ts'
import { countWithin, uncount } from '../platform/limits.sql.ts'

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
  return await limitWork(deps, { key: `account:${address}`, max, windowMs: HOUR_MS }, work)
}

/** Counts a link that is to be mailed to the account: null if it may be, else seconds to wait. */
export async function limitLinks(
  { db, env, clock }: LimitDeps,
  accountId: string,
): Promise<number | null> {
  const limit = { max: env.limits.linkPerAccount, windowMs: HOUR_MS }
  return await countWithin(db, `link:${accountId}`, limit, clock.now())
}

/**
 * Runs `work`, which returns null if the sign-in failed, within the limits per network address and
 * per account from that address. It is counted before it is tried, so that many tries at once get
 * no further than one after the other, and uncounted if it succeeds. Unknown accounts count too.
 */
export async function limitSignIns<T>(
  { db, env, clock }: LimitDeps,
  from: { email: string; address: string },
  work: () => Promise<T | null>,
): Promise<T | null> {
  const now = clock.now()
  const account = createHash('sha256').update(from.email).digest('base64url')
  const counts = [
    {
      key: `signin:${from.address}`,
      max: env.limits.signInPerAddress,
      windowMs: HOUR_MS,
    },
    {
      key: `signin:${from.address}:${account}`,
      max: env.limits.signInPerAccount,
      windowMs: PER_ACCOUNT_MS,
    },
  ]
  const counted: typeof counts = []
  const takeBack = async () => {
    for (const { key, windowMs } of counted) await uncount(db, key, windowMs, now)
  }
  for (const count of counts) {
    const wait = await countWithin(db, count.key, count, now)
    if (wait === null) counted.push(count)
    else {
      await takeBack()
      throw new AppError('too_many_requests', {
        text: 'Too many failed sign-ins. Please wait a while and try again.',
        retryAfter: wait,
      })
    }
  }
  let failed = false
  try {
    const result = await work()
    failed = result === null
    return result
  } finally {
    if (!failed) await takeBack()
  }
}
