import { placeOrder } from '../orders/place-order.ts'
import type { AskedOrder } from '../orders/same-order.rules.ts'
import { limitPushes } from '../payments/limit-pushes.ts'
import type { Deps } from '../platform/deps.ts'
import { existsOrder } from './checkout.sql.ts'

/**
 * Finds the order or places it, once, within the limits for prompts; answers its id. Throws
 * AppError for every refusal.
 */
export async function buy(
  deps: Deps,
  asked: AskedOrder & { orderId: string },
  address: string,
): Promise<string> {
  // Asking again about an order is no further prompt, whatever the limits say by now.
  if (await existsOrder(deps.db, asked.orderId)) return (await placeOrder(deps, asked)).orderId
  return await limitPushes(deps, { phone: asked.phone, address }, async () => {
    const placed = await placeOrder(deps, asked)
    return { asked: placed.isNew, value: placed.orderId }
  })
}
