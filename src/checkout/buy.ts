import { orderWithinCodeLimit } from '../events/codes/code-limits.ts'
import type { NewOrder } from '../orders/new-order.rules.ts'
import { type PlacedOrder, placeOrder } from '../orders/placing/place-order.ts'
import { paybillNumber } from '../payments/paybill-number.rules.ts'
import { promptAdmission } from '../payments/prompts/prompt-limits.ts'
import type { Deps } from '../platform/database/deps.ts'
import { CheckoutError } from './errors.ts'

/**
 * Places the order within the limits of its payment method, or returns the existing order with this
 * id. Throws AppError for every refusal.
 */
export async function buy(
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>,
  order: NewOrder & { orderId: string; address: string },
): Promise<PlacedOrder> {
  if (order.paymentMethod === 'paybill' && paybillNumber(deps.env.mpesa) === null) {
    throw new CheckoutError('no_paybill')
  }
  const place = () => placeOrder(deps, order, promptAdmission(deps))
  const caller = { address: order.address }
  return order.promoCode ? await orderWithinCodeLimit(deps, caller, place) : await place()
}
