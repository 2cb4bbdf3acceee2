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
  return await placeOrder(deps, order, promptAdmission(deps))
}
