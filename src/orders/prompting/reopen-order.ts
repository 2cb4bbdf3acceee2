import { inTransaction, isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { OrderError, paymentOpen } from '../errors.ts'
import type { OrderProof } from '../new-order.rules.ts'
import { isUnpaid, recipientPhone } from '../order.rules.ts'
import { lockOrder, setBuyer } from '../orders.sql.ts'
import { refuseUnsaleable, wantPrompt } from './another-prompt.ts'

const TRIES = 5

type ReopenDeps = Pick<Deps, 'db' | 'clock' | 'timeScale' | 'env'>

/** `phone`: null keeps the order's number. `email`: null removes the address, absent keeps it. */
export type Corrected = OrderProof & {
  phone: string | null
  email?: string | null
  /** Delay of the prompt in ms, because a phone with an open USSD session shows none. */
  promptAfterMs?: number
}

/**
 * Requests one more prompt at the order's own prices. `refusePaid` runs under the order's lock and
 * throws if money came in. Throws AppError: order_not_found, already_paid, prompt_open,
 * payment_open, too_late, sales_closed, sold_out, phone_limit, too_many_unpaid.
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
      // Lost a race: another order of this phone was placed. The next try replaces it.
      if (!isUniqueViolation(error, 'order__open')) throw error
    }
  }
  throw paymentOpen(deps.timeScale)
}

type ReopenRequest = {
  id: string
  corrected: Corrected
  refusePaid: (tx: Tx, id: string) => Promise<void>
}

async function reopen(
  deps: ReopenDeps,
  tx: Tx,
  { id, corrected, refusePaid }: ReopenRequest,
): Promise<void> {
  const order = await lockOrder(tx, id, deps.clock.now())
  if (!order) throw new OrderError('order_not_found')
  const isByHand = order.payment_method === 'paybill'
  if (order.state === 'pending' && !isByHand) throw new OrderError('prompt_open')
  if (!isUnpaid(order)) throw new OrderError('already_paid')
  // Checked first: after other refusals the page offers a new order. After a payment, the buyer
  // would pay twice.
  await refusePaid(tx, id)
  refuseUnsaleable(deps, order)
  await setBuyer(tx, order, corrected)
  const phone = corrected.phone ?? recipientPhone(order)
  await wantPrompt(deps, tx, order, {
    phone,
    afterMs: corrected.promptAfterMs ?? 0,
    proof: corrected,
  })
}
