import { confirmBySms } from './confirmations.ts'
import type { LedgerRow } from './ledger.ts'
import { findPayment, reversalCode } from './operation.rules.ts'
import { OPERATION_RESULTS } from './operation-results.ts'
import type { SandboxOptions } from './options.ts'
import type { State } from './state.ts'

/**
 * Reverses a payment as Safaricom does if the payer requests it: the business is not notified.
 * Returns M-Pesa's code, and the receipt of the reversal if the money moved.
 */
export function reverseByProvider(
  { options, state }: { options: SandboxOptions; state: State },
  original: string,
): { code: number | string; receipt: string | null } {
  const paid = findPayment(state, original)
  const code = reversalCode(state, { amount: paid?.amount ?? 0 }, paid)
  if (!paid || code !== OPERATION_RESULTS.done) return { code, receipt: null }
  const now = Date.now()
  const row: LedgerRow = {
    ...paid,
    kind: 'reversal',
    receipt: state.newReceipt(now),
    checkout_request_id: null,
    charge: 0,
    original_receipt: original,
    originator_conversation_id: null,
    at: new Date(now).toISOString(),
  }
  state.record({ type: 'provider_reversal', row })
  confirmBySms(state, row, options.businessName)
  return { code, receipt: row.receipt }
}
