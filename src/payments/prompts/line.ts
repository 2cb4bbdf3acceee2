import type { Deps } from '../../platform/database/deps.ts'
import { msUntilTurn } from '../../platform/limits/limits.sql.ts'
import { PaymentError } from '../errors.ts'
import type { PaymentRow } from '../payments.sql.ts'
import { paymentTimes } from '../times.ts'
import { countBefore } from './line.rules.ts'
import { countInLine, type LineTerms, selectLine } from './line.sql.ts'

const PHONE_BUSY_MS = 1000
/** So many of those who wait ask for each turn, that none goes by: a job may come late. */
const ASK_FOR_A_TURN = 4

type LineDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>

export function lineTerms({ timeScale }: Pick<Deps, 'timeScale'>, now: Date): LineTerms {
  const { inLineMaxMs, putBackMs, turnCountsMs } = paymentTimes(timeScale)
  const before = (ms: number) => new Date(now.getTime() - ms)
  return {
    askedAfter: before(inLineMaxMs),
    putBackBefore: before(putBackMs),
    turnsSince: before(turnCountsMs),
  }
}

/**
 * Throws busy_line where a prompt that is asked for from this address now could not have its turn
 * before it would give up: nobody's tickets are set aside for that.
 */
export async function refuseLongLine(deps: LineDeps, address: string): Promise<void> {
  const { pushRate } = deps.env.limits
  if (pushRate === 0) return
  const gap = 1000 / pushRate
  const { inLineMaxMs } = paymentTimes(deps.timeScale)
  // Even behind all of them there is time enough.
  if ((await countInLine(deps.db)) * gap < inLineMaxMs - gap) return
  const now = deps.clock.now()
  const ahead = countBefore(await selectLine(deps.db, lineTerms(deps, now), address), address)
  const late = ahead * gap + (await msUntilTurn(deps.db, 'push', now)) - inLineMaxMs
  if (late >= 0) throw new PaymentError('busy_line', { retryAfter: Math.floor(late / 1000) + 1 })
}

/**
 * When the job of a payment asks for a turn again: at the next one, or, where many wait, at one of
 * those to come, so that a long line does not keep the database busy with asking.
 */
export async function msToAskAgain(
  deps: LineDeps,
  { created_at: since }: PaymentRow,
  why: 'nobody' | 'not yet',
): Promise<{ againInMs: number }> {
  const { pushRate } = deps.env.limits
  const waiting = why === 'nobody' ? 0 : await countInLine(deps.db)
  if (waiting === 0) return { againInMs: PHONE_BUSY_MS }
  const gap = 1000 / pushRate
  const now = deps.clock.now()
  const turns = (Math.max(0, waiting - ASK_FOR_A_TURN) * 2) / ASK_FOR_A_TURN
  const wait = (await msUntilTurn(deps.db, 'push', now)) + Math.random() * turns * gap
  // Nobody learns later than at three minutes that it was in vain.
  const end = since.getTime() + paymentTimes(deps.timeScale).inLineMaxMs
  return { againInMs: Math.min(wait, Math.max(end - now.getTime(), gap)) }
}
