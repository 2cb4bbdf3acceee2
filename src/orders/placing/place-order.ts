import type { AskedOrder } from '../same-order.rules.ts'
import type { PlaceDeps, PlacedOrder } from './answer-order.ts'
import { rowsOf } from './asked-rows.ts'
import { type Guard, placeTogether } from './place-together.ts'

export type { PlacedOrder }

/**
 * Sets tickets aside for a buyer and asks for the prompt. The same order id again answers the same
 * order. Throws AppError for every refusal, and then no row is left. Ids are UUIDs, the phone and
 * the e-mail address as they are stored, and each ticket type stands in one line.
 *
 * It is placed by one statement, with those that have come meanwhile; `guard` has a say in that for
 * all that could be placed.
 */
export async function placeOrder(
  deps: PlaceDeps,
  asked: AskedOrder & { orderId: string },
  guard?: Guard,
): Promise<PlacedOrder> {
  return await placeTogether(deps, rowsOf(asked), guard)
}
