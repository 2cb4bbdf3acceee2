import type { LedgerRow } from './ledger.ts'
import type { Operation, OperationKind } from './operation.ts'
import { findSubject, OPERATION_RESULTS } from './operation-results.ts'
import type { SandboxOptions } from './options.ts'
import { MAX_AMOUNT_KES } from './prompts.ts'
import type { State } from './state.ts'

export interface Verdict {
  code: number | string
  /**
   * True if the request waited too long in M-Pesa's queue. `code` is then M-Pesa's internal result,
   * which is not posted.
   */
  isTimeout: boolean
  /** The payment that a successful reversal refunds. */
  original: LedgerRow | null
}

/** The result code of a refusal that the fault plan requests. A refused request moves no money. */
const REFUSED: Record<OperationKind, number> = {
  reversal: OPERATION_RESULTS.notAllowed,
  b2c: OPERATION_RESULTS.notACustomer,
  b2b: OPERATION_RESULTS.notACustomer,
  status: OPERATION_RESULTS.wrongInitiator,
  balance: OPERATION_RESULTS.wrongInitiator,
}

export function judge(options: SandboxOptions, state: State, operation: Operation): Verdict {
  const { fault, kind } = operation
  const no = (code: number | string): Verdict => ({ code, isTimeout: false, original: null })
  // A request with the fault `timeout` is never executed.
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
        : kind === 'b2b'
          ? b2bCode(state, operation)
          : OPERATION_RESULTS.done
  const isTimeout = fault === 'timeout_done'
  return { code, isTimeout, original: code === OPERATION_RESULTS.done ? original : null }
}

/** Whether the request's short code is the short code of its initiator. */
function isOwn({ shortCode, b2cShortCode }: SandboxOptions, { kind, party }: Operation): boolean {
  if (kind === 'reversal' || kind === 'b2b') return party === shortCode
  if (kind === 'b2c') return party === b2cShortCode
  return party === shortCode || party === b2cShortCode
}

export function findPayment(state: State, receipt: string): LedgerRow | null {
  const paid = state.ledger.find((row) => row.receipt === receipt)
  return paid?.kind === 'push' || paid?.kind === 'paybill' ? paid : null
}

export function reversalCode(
  state: State,
  { amount }: Pick<Operation, 'amount'>,
  original: LedgerRow | null,
): number | string {
  if (!original) return OPERATION_RESULTS.noSuchTransaction
  if (state.reversed.has(original.receipt)) return OPERATION_RESULTS.alreadyReversed
  // M-Pesa does not document whether a payment can be reversed in part, so the sandbox refuses it.
  if (amount !== original.amount) return OPERATION_RESULTS.noSuchTransaction
  // If the account holds less than the payment, the reversal fails; M-Pesa does not reverse in
  // part.
  return amount > state.business.working_kes ? OPERATION_RESULTS.noFunds : OPERATION_RESULTS.done
}

function b2cCode(state: State, { amount, msisdn }: Operation): number {
  if (!state.phone(msisdn).registered) return OPERATION_RESULTS.notACustomer
  if (amount > MAX_AMOUNT_KES) return OPERATION_RESULTS.aboveMaximum
  return amount > state.business.utility_kes ? OPERATION_RESULTS.noFunds : OPERATION_RESULTS.done
}

function b2bCode(state: State, { amount }: Operation): number {
  if (amount > MAX_AMOUNT_KES) return OPERATION_RESULTS.aboveMaximum
  return amount > state.business.working_kes ? OPERATION_RESULTS.noFunds : OPERATION_RESULTS.done
}
