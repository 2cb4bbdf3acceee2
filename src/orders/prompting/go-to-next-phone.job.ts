import { assert } from '../../platform/assert.ts'
import { inTransaction, isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { handleJob, jobTimes, queueJob, queueMissing } from '../../platform/jobs/jobs.ts'
import { endHolds } from '../holds.ts'
import { orderPlaced, phoneChanged } from '../jobs.ts'
import { existsOpenPayment, selectForgottenPhones } from '../open-orders.sql.ts'
import { nextPhone } from '../order.rules.ts'
import { changeOrderState, type LockedOrder, lockOrder } from '../orders.sql.ts'
import { refuseUnsaleable, wantPrompt } from './another-prompt.ts'

type NextDeps = Pick<Deps, 'db' | 'clock' | 'timeScale' | 'env'>

const BATCH = 100

export const goToNextPhone = (deps: NextDeps) =>
  handleJob(phoneChanged, async ({ orderId }) => {
    const refusal = await resume(deps, orderId)
    if (refusal) await inTransaction(deps.db, (tx) => end(deps, tx, orderId, refusal))
  })

/** Queues lost jobs again. While a prompt is open, the job is queued when the prompt ends. */
export async function sweepNextPhones(deps: NextDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - 2 * jobTimes(deps.timeScale).sweepMs)
  const jobs = (await selectForgottenPhones(deps.db, before, BATCH)).map(({ id }) => ({
    orderId: id,
  }))
  if (jobs.length === 0) return
  await inTransaction(deps.db, (tx) => queueMissing(tx, phoneChanged, 'orderId', jobs))
}

/** Prompts the new number. Returns null, or the reason why the number cannot be prompted. */
async function resume(deps: NextDeps, id: string): Promise<string | null> {
  try {
    await inTransaction(deps.db, (tx) => promptNext(deps, tx, id))
    return null
  } catch (error) {
    // Lost a race: the new phone has placed an order.
    if (isUniqueViolation(error, 'order__open')) return 'payment_open'
    if (!(error instanceof AppError)) throw error
    return error.code === 'sales_closed' ? 'event_closed' : error.code
  }
}

async function promptNext(deps: NextDeps, tx: Tx, id: string): Promise<void> {
  const now = deps.clock.now()
  const order = await lockOrder(tx, id, now)
  const phone = order && nextPhone(order)
  // Prompts start and payments are confirmed under the order's lock, so an order never has two
  // prompts that can be paid.
  if (!phone || (await existsOpenPayment(tx, id))) return
  refuseUnsaleable(deps, order)
  // Passes no proof, because a later order of this phone may be a stranger's.
  await wantPrompt(deps, tx, order, { phone, proof: {} })
  // Removes the queued prompt of the previous number.
  const { attempt } = order
  if (order.state === 'pending') await queueJob(tx, orderPlaced, { orderId: id, attempt })
}

/** Ends the order: the previous number is not the buyer's, and the new number cannot pay. */
async function end({ clock }: NextDeps, tx: Tx, id: string, code: string): Promise<void> {
  const now = clock.now()
  const order = await lockOrder(tx, id, now)
  if (!order || !nextPhone(order) || (await existsOpenPayment(tx, id))) return
  if (order.hold_state === 'held') await endHolds(tx, [id], now, code)
  else await expireReleased(tx, order, code, now)
}

async function expireReleased(tx: Tx, { id }: LockedOrder, code: string, now: Date): Promise<void> {
  const isOver = await changeOrderState(tx, id, 'expired', { cause: code, failureCode: code, now })
  assert(isOver, 'a locked order changed its state')
}
