import { placeOrder } from '../orders/place-order.ts'
import type { AskedOrder } from '../orders/same-order.rules.ts'
import { pushLimits } from '../payments/limits.ts'
import { refuseLongLine } from '../payments/line.ts'
import type { Deps } from '../platform/deps.ts'
import { within } from '../platform/limits.ts'
import { existsOrder } from './checkout.sql.ts'

/**
 * Finds the order or places it, once, within the limits for prompts; returns its id. Throws
 * AppError for every refusal.
 */
export async function buy(
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>,
  asked: AskedOrder & { orderId: string; address: string },
): Promise<string> {
  // Asking again about an order is no further prompt, whatever the limits say by now.
  if (await existsOrder(deps.db, asked.orderId)) return (await placeOrder(deps, asked)).orderId
  const limits = await pushLimits(deps, { ...asked, askedFrom: asked.address })
  const place = async () => {
    await refuseLongLine(deps, asked.address)
    return await placeOrder(deps, asked)
  }
  return (await within(deps, limits, place, (placed) => !placed.isNew)).orderId
}
