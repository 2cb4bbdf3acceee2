import type { Db } from '../../platform/database/db.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { maskPhone } from '../../platform/values/phone.rules.ts'
import { type CandidateOrder, type StrayMoney, selectCandidates } from './candidates.sql.ts'
import type { Candidate } from './stray-receipts.contract.ts'
import { selectOpenStrays } from './stray-receipts.sql.ts'

/** The orders that each of these could be for, the likeliest first; none where none fits. */
export async function readCandidates(
  db: Db,
  strays: StrayMoney[],
): Promise<(receipt: string) => Candidate[]> {
  const found = strays.length > 0 ? await selectCandidates(db, strays) : []
  const byReceipt = Map.groupBy(found, ({ receipt }) => receipt)
  return (receipt) => (byReceipt.get(receipt) ?? []).map(describe)
}

/** The same of receipts of which nothing else is known yet. */
export async function readCandidatesOf(db: Db, receipts: string[]) {
  return await readCandidates(db, receipts.length > 0 ? await selectOpenStrays(db, receipts) : [])
}

function describe(order: CandidateOrder): Candidate {
  const { order_id, code, event_title, state, code_fits, amount_fits } = order
  return {
    order_id,
    code,
    event_title,
    amount: toKes(order.amount_cents),
    state,
    phone: maskPhone(order.phone),
    placed_at: order.created_at.toISOString(),
    code_fits,
    amount_fits,
  }
}
