import { inTransaction, isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { consumeSlot, lockSlot, msUntilSlot } from '../../platform/limits/limits.sql.ts'
import { prefixOf } from '../../platform/limits/limits.ts'
import { paymentTimes } from '../declarations.ts'
import { PaymentError } from '../errors.ts'
import type { PaymentRow } from '../payments.sql.ts'
import { chooseNext, countAhead } from './prompt-queue.rules.ts'
import { countQueued, type QueueTerms, selectPayment, selectQueue } from './prompt-queue.sql.ts'

const PHONE_BUSY_MS = 1000
/** The average number of jobs for each slot, so that a slot is used even if a job comes late. */
const JOBS_PER_SLOT = 4

type QueueDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>

function queueTerms({ timeScale }: Pick<Deps, 'timeScale'>, now: Date): QueueTerms {
  const { queueMaxMs, putBackMs, resultCountsMs } = paymentTimes(timeScale)
  const before = (ms: number) => new Date(now.getTime() - ms)
  return {
    queuedAfter: before(queueMaxMs),
    putBackBefore: before(putBackMs),
    promptedAfter: before(resultCountsMs),
  }
}

/**
 * Reads the queue. The returned function takes the address of a new prompt, and returns an error
 * if the prompt would give up before its slot.
 */
export async function readPromptQueue(
  deps: QueueDeps,
  addresses: readonly string[],
): Promise<(address: string) => PaymentError | null> {
  const { pushRate } = deps.env.limits
  const gap = 1000 / pushRate
  const { queueMaxMs } = paymentTimes(deps.timeScale)
  // Even the last payment gets its slot in time.
  if (pushRate === 0 || (await countQueued(deps.db)) * gap < queueMaxMs - gap) return () => null
  const now = deps.clock.now()
  const queued = addresses.map((address) => prefixOf(address) ?? address)
  const queue = await selectQueue(deps.db, queueTerms(deps, now), queued)
  const slotMs = await msUntilSlot(deps.db, 'push', now)
  return (address) => {
    const lateMs = countAhead(queue, prefixOf(address) ?? address) * gap + slotMs - queueMaxMs
    if (lateMs < 0) return null
    return new PaymentError('busy_line', { retryAfter: Math.floor(lateMs / 1000) + 1 })
  }
}

/** Throws if a new prompt would give up before its slot, so that the prompt holds no tickets. */
export async function rejectIfQueueTooLong(deps: QueueDeps, address: string): Promise<void> {
  const refusal = (await readPromptQueue(deps, [address]))(address)
  if (refusal) throw refusal
}

/** The time until the next slot or, in a long queue, a random later one, to spare the database. */
export async function msUntilRetry(
  deps: QueueDeps,
  { created_at: since }: PaymentRow,
  why: 'none' | 'not yet',
): Promise<{ againInMs: number }> {
  const { pushRate } = deps.env.limits
  const queued = why === 'none' ? 0 : await countQueued(deps.db)
  if (queued === 0) return { againInMs: PHONE_BUSY_MS }
  const gap = 1000 / pushRate
  const now = deps.clock.now()
  const slots = (Math.max(0, queued - JOBS_PER_SLOT) * 2) / JOBS_PER_SLOT
  const wait = (await msUntilSlot(deps.db, 'push', now)) + Math.random() * slots * gap
  // After queueMaxMs the payment gives up.
  const end = since.getTime() + paymentTimes(deps.timeScale).queueMaxMs
  return { againInMs: Math.min(wait, Math.max(end - now.getTime(), gap)) }
}

type Start<T> = (tx: Tx, payment: PaymentRow) => Promise<T | 'dropped'>

/**
 * Starts the next prompt of the queue, which may belong to a different job. So no payment
 * overtakes another, and no slot is unused while the job of the first payment sleeps. The
 * transaction also consumes the slot, so that each slot is for one prompt. Returns 'not yet'
 * before the slot, and 'none' if no payment can be prompted.
 */
export async function startNextPrompt<T>(
  deps: QueueDeps,
  start: Start<T>,
): Promise<T | 'none' | 'not yet'> {
  for (;;) {
    if ((await msUntilSlot(deps.db, 'push', deps.clock.now())) > 0) return 'not yet'
    const started = await startOne(deps, start)
    // Left the queue without a prompt: the slot is still free.
    if (started !== 'dropped') return started
  }
}

async function startOne<T>(deps: QueueDeps, start: Start<T>) {
  try {
    return await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now()
      if (!(await lockSlot(tx, 'push', now))) return 'not yet'
      const next = chooseNext(await selectQueue(tx, queueTerms(deps, now)))
      if (next === null) return 'none'
      const started = await start(tx, await selectPayment(tx, next))
      if (started !== 'dropped') await consumeSlot(tx, 'push', deps.env.limits.pushRate, now)
      return started
    })
  } catch (error) {
    // Lost a race: another prompt opened on this phone.
    if (!isUniqueViolation(error, 'payment__open_prompt')) throw error
    return 'none'
  }
}
