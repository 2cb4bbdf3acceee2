import type { Deps } from '../platform/deps.ts'
import type { CodeOf } from '../platform/errors.ts'
import { type Limit, within } from '../platform/limits.ts'
import { ticketCounters } from './counters.ts'
import { TicketError } from './errors.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3600_000

/**
 * What `find` finds. Numbers and references are long enough that guessing is hopeless, and who
 * misses often is stopped all the same: past the limit a hit and a miss are answered alike.
 */
export async function findWithin<T>(
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'metrics'>,
  address: string,
  miss: CodeOf<typeof TicketError>,
  find: () => Promise<T | null | undefined>,
): Promise<T> {
  const max = deps.env.limits.missPerAddress
  const limit = { key: `miss:${address}`, max, windowMs: MINUTE_MS, isCountedAfter: true }
  const seek = async () => {
    const found = await find()
    if (!found) ticketCounters(deps.metrics).lookupMisses.inc()
    return found
  }
  const found = await within(deps, [limit], seek, (result) => Boolean(result))
  if (!found) throw new TicketError(miss)
  return found
}

/** For who has tickets sent again: a buyer's phone must not be bombed. */
export function resendLimit({ env }: Pick<Deps, 'env'>, phone: string): Limit {
  return {
    key: `resend:${phone}`,
    max: env.limits.resendPerPhone,
    windowMs: HOUR_MS,
    text: 'This phone was sent its tickets again several times. Please wait an hour.',
  }
}
