import { OrderError } from '../orders/errors.ts'
import { isMoneyAwaited } from '../payments/prompts/prompt-blockers.sql.ts'
import type { Tx } from '../platform/database/db.ts'
import { PHASE_MESSAGES } from './order-messages.rules.ts'

/** Throws prompt_open where money for the order came in, or is said to have. */
export async function refuseWhileChecked(tx: Tx, orderId: string): Promise<void> {
  if (!(await isMoneyAwaited(tx, orderId))) return
  throw new OrderError('prompt_open', { text: PHASE_MESSAGES.confirming })
}
