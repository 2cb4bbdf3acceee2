import { OrderError } from '../orders/errors.ts'
import { type ChangedPhone, changePhone } from '../orders/prompting/change-phone.ts'
import { reopenOrder } from '../orders/prompting/reopen-order.ts'
import { withinPromptLimits } from '../payments/prompts/prompt-limits.ts'
import type { Deps } from '../platform/database/deps.ts'
import { isUuid } from '../platform/ids.ts'
import { selectOrderView } from './checkout.sql.ts'
import { refuseWhileChecked } from './refuse-while-checked.ts'

/**
 * The order's prompt is to go to this number: once the one that is out has ended, or at once where
 * none is. Asked for again it changes nothing, and costs nothing. Throws AppError: order_not_found,
 * too_many_requests, busy_line, what changePhone refuses, and of an expired order reopenOrder.
 */
export async function promptOtherPhone(
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>,
  orderId: string,
  { phone, address, promptAfterMs = 0 }: { phone: string; address: string; promptAfterMs?: number },
): Promise<void> {
  const order = isUuid(orderId) ? await selectOrderView(deps.db, orderId, deps.clock.now()) : null
  if (!order) throw new OrderError('order_not_found')
  if ((order.own_phone ?? order.phone) === phone) return
  const change = async (): Promise<ChangedPhone> => {
    const changed = await changePhone(deps, orderId, phone, promptAfterMs)
    if (changed === 'expired') {
      await reopenOrder(deps, orderId, { phone: null, promptAfterMs }, refuseWhileChecked)
    }
    return changed
  }
  const request = { phone, address, asked_from: order.asked_from }
  await withinPromptLimits(deps, request, change, (changed) => changed === 'as it was')
}
