import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { type Limit, within } from '../../platform/limits/limits.ts'

type LimitDeps = Pick<Deps, 'db' | 'env' | 'clock'>

/**
 * Callers on the web have a network address, callers by USSD a phone. A gate phone counts as an
 * address, because it sells to many buyers.
 */
type Caller = { address: string; phone?: never } | { phone: string; address?: never }

const HOUR_MS = 3600_000

const TOO_MANY_CODES = {
  en: 'Too many codes were not valid.',
  sw: 'Misimbo mingi mno haikufanya kazi.',
}

/**
 * Runs a look-up of a promo code, which returns null if the code is not valid. Counts only codes that
 * are not valid. Throws too_many_requests if the caller has sent too many of them in an hour.
 */
export async function withinCodeLimit<T>(
  deps: LimitDeps,
  caller: Caller,
  lookUp: () => Promise<T | null>,
): Promise<T | null> {
  return await within(deps, [limitOf(deps, caller)], lookUp, (code) => code !== null)
}

/** As `withinCodeLimit`, for work that throws unknown_code if the code is not valid. */
export async function orderWithinCodeLimit<T>(
  deps: LimitDeps,
  caller: Caller,
  order: () => Promise<T>,
): Promise<T> {
  let refusal: unknown
  const placed = await withinCodeLimit(deps, caller, async () => {
    try {
      return { result: await order() }
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unknown_code')) throw error
      refusal = error
      return null
    }
  })
  if (placed === null) throw refusal
  return placed.result
}

function limitOf({ env }: LimitDeps, caller: Caller): Limit {
  const [who, max] =
    caller.phone === undefined
      ? [caller.address, env.limits.wrongCodePerAddress]
      : [caller.phone, env.limits.wrongCodePerPhone]
  return { key: `promo-code:${who}`, max, windowMs: HOUR_MS, text: TOO_MANY_CODES }
}
