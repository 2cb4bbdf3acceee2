import type { Deps } from '../../platform/database/deps.ts'
import { msUntilTurn } from '../../platform/limits/limits.sql.ts'
import { paymentTimes } from '../declarations.ts'
import { PaymentError } from '../errors.ts'
import type { PaymentRow } from '../payments.sql.ts'
import { countBefore } from './prompt-queue.rules.ts'
import { countInLine, type LineTerms, selectLine } from './prompt-queue.sql.ts'

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
 * Reads the prompt queue for these addresses. Returns a function that gives the error for a prompt
 * that an address requests now and that could not be sent before it gives up; null if it can. Then no
 * tickets are set aside for it.
 */
export async function readPromptQueue(
  deps: LineDeps,
  addresses: readonly string[],
): Promise<(address: string) => PaymentError | null> {
  const { pushRate } = deps.env.limits
  const gap = 1000 / pushRate
  const { inLineMaxMs } = paymentTimes(deps.timeScale)
  // With so few payments in the queue even the last one is in time.
  if (pushRate === 0 || (await countInLine(deps.db)) * gap < inLineMaxMs - gap) return () => null
  const now = deps.clock.now()
  const line = await selectLine(deps.db, lineTerms(deps, now), addresses)
  const slotMs = await msUntilTurn(deps.db, 'push', now)
  return (address) => {
    const lateMs = countBefore(line, address) * gap + slotMs - inLineMaxMs
    if (lateMs < 0) return null
    return new PaymentError('busy_line', { retryAfter: Math.floor(lateMs / 1000) + 1 })
  }
}

/** Throws busy_line. */
export async function rejectIfQueueTooLong(deps: LineDeps, address: string): Promise<void> {
  const refusal = (await readPromptQueue(deps, [address]))(address)
  if (refusal) throw refusal
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
