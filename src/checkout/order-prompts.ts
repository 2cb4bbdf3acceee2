import { BUYING } from '../messages/pages-buying.text.ts'
import { twinOf } from '../messages/twin.rules.ts'
import { OrderError } from '../orders/errors.ts'
import type { OrderProof } from '../orders/new-order.rules.ts'
import { recipientPhone } from '../orders/order.rules.ts'
import { type ChangedPhone, changePhone } from '../orders/prompting/change-phone.ts'
import { type Corrected, reopenOrder } from '../orders/prompting/reopen-order.ts'
import { isMoneyAwaited } from '../payments/prompts/prompt-blockers.sql.ts'
import { withinPromptLimits } from '../payments/prompts/prompt-limits.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { isUuid } from '../platform/ids.ts'
import { type OrderView, selectOrderViews } from './checkout.sql.ts'
import { PHASE_MESSAGES } from './order-messages.rules.ts'

type PromptDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>

/**
 * Sends one more prompt for the order: to `corrected.phone`, or to the order's own number if
 * `corrected.phone` is null. Throws AppError: order_not_found, too_many_requests, busy_line, and
 * refusals of reopenOrder.
 */
export async function promptAgain(
  deps: PromptDeps,
  orderId: string,
  { address, ...corrected }: Corrected & { address: string },
): Promise<void> {
  const order = await findOrder(deps, orderId)
  const phone = corrected.phone ?? recipientPhone(order)
  await withinPromptLimits(deps, { address, phone, client_network: order.client_network }, () =>
    reopenOrder(deps, orderId, corrected, refuseWhileMoneyAwaited),
  )
}

type OtherPhone = OrderProof & {
  phone: string
  /** Null means no address; absent means that the address stays. */
  email?: string | null
  address: string
  promptAfterMs?: number
}

/**
 * Sends the order's prompt to another number: immediately, or after the open prompt has ended. The
 * tickets also go to `email`, for a buyer abroad. If the order has this number already, only the
 * email changes, and the call does not count for the limits.
 * Throws AppError: order_not_found, too_many_requests, busy_line, refusals of changePhone and, if
 * the order has expired, of reopenOrder.
 */
export async function promptOtherPhone(
  deps: PromptDeps,
  orderId: string,
  { phone, address, promptAfterMs = 0, ...proof }: OtherPhone,
): Promise<void> {
  const order = await findOrder(deps, orderId)
  const isSame = recipientPhone(order) === phone
  if (isSame && proof.email === undefined) return
  const change = async (): Promise<ChangedPhone> => {
    const changed = await changePhone(deps, orderId, { phone, afterMs: promptAfterMs, ...proof })
    if (changed === 'expired') {
      const own = { phone: null, promptAfterMs, ...proof }
      await reopenOrder(deps, orderId, own, refuseWhileMoneyAwaited)
    }
    return changed
  }
  const request = { phone, address, client_network: order.client_network }
  await withinPromptLimits(deps, request, change, (changed) => changed === 'as it was')
}

async function findOrder({ db, clock }: PromptDeps, id: string): Promise<OrderView> {
  const [order] = isUuid(id) ? await selectOrderViews(db, [id], clock.now()) : []
  if (!order) throw new OrderError('order_not_found')
  return order
}

/** Throws `prompt_open` if money for the order has arrived or is reported and not yet confirmed. */
async function refuseWhileMoneyAwaited(tx: Tx, orderId: string): Promise<void> {
  if (!(await isMoneyAwaited(tx, orderId))) return
  throw new OrderError('prompt_open', { text: twinOf(BUYING, PHASE_MESSAGES.confirming) })
}
