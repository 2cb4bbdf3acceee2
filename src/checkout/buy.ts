import { placeOrder } from '../orders/place-order.ts'
import type { AskedOrder } from '../orders/same-order.rules.ts'
import { gateRefusal, promptGateAt, pushLimits } from '../payments/limits.ts'
import { refuseLongLine } from '../payments/line.ts'
import type { Deps } from '../platform/deps.ts'
import { within } from '../platform/limits.ts'

/**
 * Finds the order or places it, once, within the limits for prompts; returns its id. Throws
 * AppError for every refusal.
 */
export async function buy(
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>,
  asked: AskedOrder & { orderId: string; address: string },
): Promise<string> {
  const placed = await placeOrder(deps, asked, {
    gate: (now) => promptGateAt(deps, now),
    refuse: gateRefusal,
    allow: async (place) => {
      const limits = await pushLimits(deps, { ...asked, askedFrom: asked.address })
      const placeInTime = async () => {
        await refuseLongLine(deps, asked.address)
        return await place()
      }
      // Asking again about an order is no further prompt, whatever the limits say by now.
      return await within(deps, limits, placeInTime, ({ isNew }) => !isNew)
    },
  })
  return placed.orderId
}
