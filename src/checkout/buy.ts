import { type PlacedOrder, placeOrder } from '../orders/place-order.ts'
import type { AskedOrder } from '../orders/same-order.rules.ts'
import type { Deps } from '../platform/deps.ts'
import { promptGuard } from './prompt-guard.ts'

/** Finds the order or places it, once, within the limits for prompts. Throws AppError for every refusal. */
export async function buy(
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>,
  asked: AskedOrder & { orderId: string; address: string },
): Promise<PlacedOrder> {
  return await placeOrder(deps, asked, promptGuard(deps, asked))
}
