import { type PlacedOrder, placeOrder } from '../orders/placing/place-order.ts'
import type { AskedOrder } from '../orders/same-order.rules.ts'
import { paybillNumber } from '../payments/paybill.rules.ts'
import type { Deps } from '../platform/database/deps.ts'
import { CheckoutError } from './errors.ts'
import { paybillGuard, promptGuard } from './prompt-guard.ts'

/** Finds the order or places it, once, within the limits for what is asked for. Throws AppError for every refusal. */
export async function buy(
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>,
  asked: AskedOrder & { orderId: string; address: string },
): Promise<PlacedOrder> {
  const isByHand = asked.paysBy === 'paybill'
  if (isByHand && paybillNumber(deps.env.mpesa) === null) throw new CheckoutError('no_paybill')
  const guard = isByHand ? paybillGuard : promptGuard
  return await placeOrder(deps, asked, guard(deps, asked))
}
