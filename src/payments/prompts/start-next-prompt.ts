import { inTransaction, isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { consumeSlot, lockSlot, msUntilSlot } from '../../platform/limits/limits.sql.ts'
import type { PaymentRow } from '../payments.sql.ts'
import { chooseNext } from './prompt-queue.rules.ts'
import { selectPayment, selectQueue } from './prompt-queue.sql.ts'
import { queueTerms } from './prompt-queue.ts'

type SlotDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>
type Start<T> = (tx: Tx, payment: PaymentRow) => Promise<T | 'dropped'>

/**
 * Starts the prompt of the payment that is next in the queue, in any job that calls: no payment
 * overtakes another, and no slot is lost while the next payment's own job sleeps. The transaction
 * that starts the prompt consumes the slot, so only one process sends the prompt, and a slot is
 * used only for a prompt.
 */
export async function startNextPrompt<T>(
  deps: SlotDeps,
  start: Start<T>,
): Promise<T | 'none' | 'not yet'> {
  for (;;) {
    if ((await msUntilSlot(deps.db, 'push', deps.clock.now())) > 0) return 'not yet'
    const started = await startOne(deps, start)
    // A payment that is no longer wanted has left the queue, and the slot is still free.
    if (started !== 'dropped') return started
  }
}

async function startOne<T>(deps: SlotDeps, start: Start<T>) {
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
    // Lost a race: another prompt, which needed no slot, opened on this phone. M-Pesa would refuse
    // both.
    if (!isUniqueViolation(error, 'payment__open_prompt')) throw error
    return 'none'
  }
}
