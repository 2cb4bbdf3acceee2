import { inTransaction, isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { OrderError, paymentOpen } from '../errors.ts'
import { isUnpaid } from '../order.rules.ts'
import { lockOrder, setBuyer } from '../orders.sql.ts'
import { refuseUnsaleable, wantPrompt } from './another-prompt.ts'

const TRIES = 5

type ReopenDeps = Pick<Deps, 'db' | 'clock' | 'timeScale' | 'env'>

/**
 * What the buyer gives anew: another phone to prompt, or null for the order's own, and another e-mail
 * address, null for none, which is absent where it stays as it was.
 */
export type Corrected = {
  phone: string | null
  email?: string | null
  /** As of a new order: a session that is open keeps the prompt from the phone. */
  promptAfterMs?: number
}

/**
 * Asks for one more prompt for an order whose last one came to nothing, at the order's own prices,
 * taking its tickets again where they were given back, and the place of another open order of the
 * phone. `refusePaid` throws, under the order's lock, where money for it has come in already.
 * Throws AppError: order_not_found, already_paid, prompt_open, payment_open, too_late, sales_closed,
 * sold_out, too_many_unpaid.
 */
export async function reopenOrder(
  deps: ReopenDeps,
  id: string,
  corrected: Corrected,
  refusePaid: (tx: Tx, id: string) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    try {
      await inTransaction(deps.db, (tx) => reopen(deps, tx, { id, corrected, refusePaid }))
      return
    } catch (error) {
      // Another order of this phone was placed in this moment: it is there now.
      if (!isUniqueViolation(error, 'order__open')) throw error
    }
  }
  throw paymentOpen(deps.timeScale)
}

type Wanted = {
  id: string
  corrected: Corrected
  refusePaid: (tx: Tx, id: string) => Promise<void>
}

async function reopen(
  deps: ReopenDeps,
  tx: Tx,
  { id, corrected, refusePaid }: Wanted,
): Promise<void> {
  const order = await lockOrder(tx, id, deps.clock.now())
  if (!order) throw new OrderError('order_not_found')
  // Who said that he pays by hand may be prompted all the same.
  const isByHand = order.pays_by === 'paybill'
  if (order.state === 'pending' && !isByHand) throw new OrderError('prompt_open')
  if (!isUnpaid(order)) throw new OrderError('already_paid')
  // Before the others: after some of them a page asks for a new order.
  await refusePaid(tx, id)
  refuseUnsaleable(deps, order)
  await setBuyer(tx, order, corrected)
  const phone = corrected.phone ?? order.own_phone ?? order.phone
  await wantPrompt(deps, tx, order, { phone, afterMs: corrected.promptAfterMs })
}
