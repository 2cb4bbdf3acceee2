import { OrderError } from '../orders/errors.ts'
import { type Corrected, reopenOrder } from '../orders/prompting/reopen-order.ts'
import { withinPromptLimits } from '../payments/prompts/prompt-limits.ts'
import type { Deps } from '../platform/database/deps.ts'
import { isUuid } from '../platform/ids.ts'
import { selectOrderView } from './checkout.sql.ts'
import { refuseWhileChecked } from './refuse-while-checked.ts'

/**
 * One more prompt for the same order, to `from.phone` or, where that is null, to the order's own.
 * Throws AppError: order_not_found, too_many_requests, busy_line, and what reopenOrder refuses.
 */
export async function promptAgain(
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>,
  orderId: string,
  { address, ...corrected }: Corrected & { address: string },
): Promise<void> {
  const order = isUuid(orderId) ? await selectOrderView(deps.db, orderId, deps.clock.now()) : null
  if (!order) throw new OrderError('order_not_found')
  const phone = corrected.phone ?? order.own_phone ?? order.phone
  await withinPromptLimits(deps, { address, phone, asked_from: order.asked_from }, () =>
    reopenOrder(deps, orderId, corrected, refuseWhileChecked),
  )
}
