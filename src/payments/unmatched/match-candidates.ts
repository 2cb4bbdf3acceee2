import type { Db } from '../../platform/database/db.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { maskPhone } from '../../platform/values/phone.rules.ts'
import { selectOpenUnmatched } from '../unmatched-receipts.sql.ts'
import {
  type CandidateOrder,
  selectMatchCandidates,
  type UnmatchedMoney,
} from './match-candidates.sql.ts'
import type { Candidate } from './unmatched-receipts.contract.ts'

/** Finds the likeliest orders for each receipt, best match first. */
export async function matchCandidates(
  db: Db,
  strays: UnmatchedMoney[],
): Promise<(receipt: string) => Candidate[]> {
  const found = strays.length > 0 ? await selectMatchCandidates(db, strays) : []
  const byReceipt = Map.groupBy(found, ({ receipt }) => receipt)
  return (receipt) => (byReceipt.get(receipt) ?? []).map(toCandidate)
}

/** Reads the open receipts with these numbers, and finds the likeliest orders for each. */
export async function matchCandidatesOf(db: Db, receipts: string[]) {
  return await matchCandidates(
    db,
    receipts.length > 0 ? await selectOpenUnmatched(db, receipts) : [],
  )
}

function toCandidate(order: CandidateOrder): Candidate {
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
