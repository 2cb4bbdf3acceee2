import { confirmBySms } from './confirmations.ts'
import type { Faults } from './faults.ts'
import { conversationId, noReceipt, requestId } from './ids.ts'
import type { LedgerRow } from './ledger.ts'
import { judge, type Verdict } from './operation.rules.ts'
import { isMoney, type MoneyKind, type Operation, type OperationOutcome } from './operation.ts'
import { resultBody } from './operation-results.ts'
import type { SandboxOptions } from './options.ts'
import { postJson } from './post-json.ts'
import type { State } from './state.ts'
import type { Waits } from './waits.ts'

/** The time from the acceptance of a request to its result. */
const WORK_MS = 500

type NewOperation = Omit<
  Operation,
  'conversation_id' | 'created_at' | 'fault' | 'outcome' | 'originator_conversation_id'
> & { originator_conversation_id?: string }

/** The fields of a request, read from the call. The route adds the kind. */
export type OperationRequest = Omit<NewOperation, 'kind'>

interface Parts {
  options: SandboxOptions
  state: State
  faults: Faults
  waits: Waits
}

/** Executes reversals, payments to customers, and queries, and posts their results later. */
export class Operations {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    // Continue operations that a stop of the sandbox interrupted. A result that was being posted at
    // that time is lost, as with the real service.
    for (const operation of parts.state.operations.values()) {
      if (!operation.outcome) this.present(operation)
    }
  }

  /**
   * Stores the operation. The caller must call `present` once the response is sent; `present`
   * executes the operation.
   */
  accept(given: NewOperation): Operation {
    const { faults, state } = this.#parts
    const now = Date.now()
    const operation: Operation = {
      ...given,
      originator_conversation_id: given.originator_conversation_id ?? requestId(),
      conversation_id: conversationId(now),
      created_at: new Date(now).toISOString(),
      fault: drawFault(faults, given.kind),
    }
    state.record({ type: 'operation', operation })
    return operation
  }

  present(operation: Operation): void {
    const { waits } = this.#parts
    waits.after(waits.scaled(WORK_MS), () => void this.finish(operation))
  }

  /**
   * Executes the operation and posts the result. `now` skips the delay: the fault `before_answer`
   * needs the result before the response to the call.
   */
  async finish(operation: Operation, now = false): Promise<void> {
    this.#carryOut(operation)
    await this.#tell(operation, now)
  }

  #carryOut(operation: Operation): void {
    const { options, state } = this.#parts
    if (operation.outcome) return
    const verdict = judge(options, state, operation)
    const at = Date.now()
    const moves = verdict.code === 0 && isMoney(operation.kind)
    const receipt = moves ? state.newReceipt(at) : noReceipt(at)
    const money = moves ? movement(state, operation, { receipt, at, verdict }) : null
    const outcome: OperationOutcome = {
      code: verdict.isTimeout ? null : verdict.code,
      at: new Date(at).toISOString(),
      transaction_id: receipt,
      money,
    }
    state.record({ type: 'outcome', id: operation.originator_conversation_id, outcome })
    // A till and a paybill have no phone that reads an SMS.
    if (money && money.kind !== 'b2b') confirmBySms(state, money, options.businessName)
  }

  async #tell(operation: Operation, now: boolean): Promise<void> {
    const { faults, options, state, waits } = this.#parts
    const { kind, outcome } = operation
    const drop = faults.strikes(kind, 'drop')
    const duplicate = faults.chance(kind, 'duplicate')
    const delayMs = faults.delay(kind)
    if (drop) return
    const body = JSON.stringify(resultBody(options, state, operation))
    if (!now && delayMs > 0) {
      faults.count(kind, 'delay_ms')
      await waits.sleep(delayMs)
    }
    const url = outcome?.code === null ? operation.timeout_url : operation.result_url
    await postJson(waits, url, body)
    if (!duplicate) return
    faults.count(kind, 'duplicate')
    await postJson(waits, url, body)
  }
}

/**
 * Draws every kind of fault for every request, so that the n-th draw always belongs to the n-th
 * request.
 */
function drawFault(faults: Faults, kind: Operation['kind']): Operation['fault'] {
  const drawn = {
    refused: faults.chance(kind, 'refused'),
    timeout: faults.chance(kind, 'timeout'),
    timeout_done: isMoney(kind) ? faults.chance(kind, 'timeout_done') : false,
  }
  if (drawn.refused) {
    faults.count(kind, 'refused')
    return 'refused'
  }
  if (drawn.timeout) {
    faults.count(kind, 'timeout')
    return 'timeout'
  }
  if (!drawn.timeout_done || !isMoney(kind)) return null
  faults.count(kind, 'timeout_done')
  return 'timeout_done'
}

function movement(
  state: State,
  operation: Operation,
  { receipt, at, verdict }: { receipt: string; at: number; verdict: Verdict },
): LedgerRow {
  const { business } = state
  const kind = operation.kind as MoneyKind
  const charge = {
    reversal: business.reversal_charge_kes,
    b2c: business.b2c_charge_kes,
    b2b: business.b2b_charge_kes,
  }
  return {
    kind,
    receipt,
    amount: operation.amount,
    msisdn: verdict.original?.msisdn ?? operation.msisdn,
    account_reference: verdict.original?.account_reference ?? operation.occasion,
    checkout_request_id: null,
    charge: charge[kind],
    original_receipt: verdict.original?.receipt ?? null,
    originator_conversation_id: operation.originator_conversation_id,
    ...(operation.payee && { payee: operation.payee }),
    at: new Date(at).toISOString(),
  }
}
