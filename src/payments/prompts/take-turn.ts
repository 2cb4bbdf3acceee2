import { inTransaction, isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { lockTurn, msUntilTurn, spendTurn } from '../../platform/limits/limits.sql.ts'
import type { PaymentRow } from '../payments.sql.ts'
import { chooseNext } from './prompt-queue.rules.ts'
import { selectLine, selectPayment } from './prompt-queue.sql.ts'
import { lineTerms } from './prompt-queue.ts'

type TurnDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>
type Start<T> = (tx: Tx, payment: PaymentRow) => Promise<T | 'dropped'>

/**
 * Takes the turn that has come for whoever is next, and begins with the prompt; whatever job asks,
 * so that nobody overtakes, and no turn goes by while the job of the next one sleeps. The turn is
 * spent in the transaction that begins: by one process, and only where a prompt goes out.
 */
export async function takeTurn<T>(
  deps: TurnDeps,
  start: Start<T>,
): Promise<T | 'nobody' | 'not yet'> {
  for (;;) {
    if ((await msUntilTurn(deps.db, 'push', deps.clock.now())) > 0) return 'not yet'
    const taken = await takeOnce(deps, start)
    // One who is wanted no more has left the line, and the turn is still there.
    if (taken !== 'dropped') return taken
  }
}

async function takeOnce<T>(deps: TurnDeps, start: Start<T>) {
  try {
    return await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now()
      if (!(await lockTurn(tx, 'push', now))) return 'not yet'
      const next = chooseNext(await selectLine(tx, lineTerms(deps, now)))
      if (next === null) return 'nobody'
      const started = await start(tx, await selectPayment(tx, next))
      if (started !== 'dropped') await spendTurn(tx, 'push', deps.env.limits.pushRate, now)
      return started
    })
  } catch (error) {
    // A prompt that no turn was taken for is open on this phone; M-Pesa would refuse both.
    if (!isUniqueViolation(error, 'payment__open_prompt')) throw error
    return 'nobody'
  }
}
