import type { Deps } from '../../platform/database/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import { type Limit, within } from '../../platform/limits/limits.ts'
import type { WantedCode } from './code.rules.ts'
import { selectGuess } from './code-guesses.sql.ts'

type LimitDeps = Pick<Deps, 'db' | 'env' | 'clock'>

/**
 * The caller who enters a code: a network address on the web, a phone by USSD. A gate phone counts
 * as an address, because it sells to many buyers.
 */
type Caller = { address: string; phone?: never } | { phone: string; address?: never }

type Guess = Caller & { eventId: string; code: WantedCode }

const HOUR_MS = 3600_000

const TOO_MANY_CODES = { en: 'Too many wrong codes.', sw: 'Misimbo mingi mno si sahihi.' }

/**
 * Counts a code that the event never had as a guess of the caller. Throws too_many_requests, also
 * for a good code, if the caller has made too many guesses for this event in an hour. Codes that
 * ended or have not begun are no guesses.
 */
export async function countGuess(deps: LimitDeps, { eventId, code, ...caller }: Guess) {
  if ('id' in code || !isUuid(eventId)) return
  const { hasCodes, isKnown } = await selectGuess(deps.db, eventId, code)
  if (!hasCodes) return
  // The code was looked up before, so that a good code is never counted. A wrong code is counted
  // before the caller learns the result, so that parallel guesses cannot exceed the limit.
  const limit = { ...limitOf(deps, eventId, caller), isCountedAfter: isKnown }
  await within(
    deps,
    [limit],
    async () => undefined,
    () => isKnown,
  )
}

/** The key ends with the address, because `within` also limits the address's prefix. */
function limitOf({ env }: LimitDeps, eventId: string, caller: Caller): Limit {
  const [who, max] =
    caller.phone === undefined
      ? [caller.address, env.limits.wrongCodePerAddress]
      : [caller.phone, env.limits.wrongCodePerPhone]
  const key = `promo-code-${eventId.toLowerCase()}:${who}`
  return { key, max, windowMs: HOUR_MS, text: TOO_MANY_CODES }
}
