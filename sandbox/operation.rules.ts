import type { LedgerRow } from './ledger.ts'
import type { Operation, OperationKind } from './operation.ts'
import { findSubject, OPERATION_RESULTS } from './operation-results.ts'
import type { SandboxOptions } from './options.ts'
import { MAX_AMOUNT_KES } from './prompts.ts'
import type { State } from './state.ts'

export interface Verdict {
  code: number | string
  /**
   * The request waited too long in the queue. The code says what M-Pesa did, but no result is sent.
   */
  isTimeout: boolean
  /** For a granted reversal: the payment that it gives back. */
  original: LedgerRow | null
}

/** The code of a refusal that the fault plan asks for: certain, and nothing was done. */
const REFUSED: Record<OperationKind, number> = {
  reversal: OPERATION_RESULTS.notAllowed,
  b2c: OPERATION_RESULTS.notACustomer,
  status: OPERATION_RESULTS.wrongInitiator,
  balance: OPERATION_RESULTS.wrongInitiator,
}

export function judge(options: SandboxOptions, state: State, operation: Operation): Verdict {
  const { fault, kind } = operation
  const no = (code: number | string): Verdict => ({ code, isTimeout: false, original: null })
  // Left in the queue it was never looked at.
  if (fault === 'timeout') {
    return { code: OPERATION_RESULTS.notAllowed, isTimeout: true, original: null }
  }
  if (fault === 'refused') return no(REFUSED[kind])
  if (!operation.is_trusted || !isOwn(options, operation)) {
    return no(OPERATION_RESULTS.wrongInitiator)
  }
  if (kind === 'status' && !findSubject(state, operation)) {
    return no(OPERATION_RESULTS.noSuchTransaction)
  }
  const original = kind === 'reversal' ? findPayment(state, operation.receipt) : null
  const code =
    kind === 'reversal'
      ? reversalCode(state, operation, original)
      : kind === 'b2c'
        ? b2cCode(state, operation)
        : OPERATION_RESULTS.done
  const isTimeout = fault === 'timeout_done'
  return { code, isTimeout, original: code === OPERATION_RESULTS.done ? original : null }
}

/** An initiator belongs to the short code that he was made for. */
function isOwn({ shortCode, b2cShortCode }: SandboxOptions, { kind, party }: Operation): boolean {
  if (kind === 'reversal') return party === shortCode
  if (kind === 'b2c') return party === b2cShortCode
  return party === shortCode || party === b2cShortCode
}

function findPayment(state: State, receipt: string): LedgerRow | null {
  const paid = state.ledger.find((row) => row.receipt === receipt)
  return paid?.kind === 'push' || paid?.kind === 'paybill' ? paid : null
}

function reversalCode(
  state: State,
  { amount }: Operation,
  original: LedgerRow | null,
): number | string {
  if (!original) return OPERATION_RESULTS.noSuchTransaction
  if (state.reversed.has(original.receipt)) return OPERATION_RESULTS.alreadyReversed
  // Whether parts of a payment can be reversed is not documented, so nobody may count on it.
  if (amount !== original.amount) return OPERATION_RESULTS.noSuchTransaction
  // A payment that was partly spent is not reversed, even if some of the money is still there.
  return amount > state.business.working_kes ? OPERATION_RESULTS.noFunds : OPERATION_RESULTS.done
}

function b2cCode(state: State, { amount, msisdn }: Operation): number {
  if (!state.phone(msisdn).registered) return OPERATION_RESULTS.notACustomer
  if (amount > MAX_AMOUNT_KES) return OPERATION_RESULTS.aboveMaximum
  return amount > state.business.utility_kes ? OPERATION_RESULTS.noFunds : OPERATION_RESULTS.done
}
