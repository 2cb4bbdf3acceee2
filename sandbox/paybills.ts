import { createHash } from 'node:crypto'
import { nairobiStamp } from './clock.ts'
import { confirmBySms } from './confirmations.ts'
import type { Faults } from './faults.ts'
import type { C2bRegistration, LedgerRow } from './ledger.ts'
import { firstName } from './names.ts'
import type { SandboxOptions } from './options.ts'
import { postJson } from './post-json.ts'
import { MAX_AMOUNT_KES, PIN } from './prompts.ts'
import { RESULTS } from './results.ts'
import type { State } from './state.ts'
import type { Waits } from './waits.ts'

export interface TypedPayment {
  msisdn: string
  business: string
  account: string
  amount: number
  pin: string
}

/**
 * The result code of a paybill payment. 0: paid. Another number: M-Pesa refused. C2B000…: the shop
 * refused, or the business number is wrong.
 */
interface PaybillAnswer {
  code: number | string
  receipt: string | null
}

const WRONG_BUSINESS = 'C2B00015'
const OTHER = 'C2B00016'
const REFUSALS = /^C2B0001[1-6]$/

interface Parts {
  options: SandboxOptions
  state: State
  faults: Faults
  waits: Waits
}

type Call = Pick<LedgerRow, 'receipt' | 'msisdn' | 'amount' | 'account_reference' | 'at'>

/**
 * The payer's number as C2B calls contain it: masked (2547 ***** 126) in version 2, hashed in
 * version 1.
 */
export function payerOf(version: C2bRegistration['version'], msisdn: string): string {
  if (version === 1) return createHash('sha256').update(msisdn).digest('hex')
  return `${msisdn.slice(0, 4)} ***** ${msisdn.slice(-3)}`
}

/**
 * Payments by paybill, and the two C2B calls that M-Pesa makes to the shop: validation and
 * confirmation.
 */
export class Paybills {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Resolves once the payment is made or refused. The confirmation is sent later. */
  async pay(typed: TypedPayment): Promise<PaybillAnswer> {
    const { faults, options, state } = this.#parts
    const no = (code: number | string): PaybillAnswer => ({ code, receipt: null })
    if (typed.business !== options.shortCode) return no(WRONG_BUSINESS)
    if (typed.pin !== PIN) return no(RESULTS.wrongPin)
    if (typed.amount > MAX_AMOUNT_KES) return no(RESULTS.aboveMaximum)
    if (typed.amount > state.phone(typed.msisdn).balance_kes) return no(RESULTS.noFunds)
    const { msisdn, amount, account } = typed
    const began = Date.now()
    const receipt = state.newReceipt(began)
    const at = new Date(began).toISOString()
    const refusal = await this.#validate({
      receipt,
      msisdn,
      amount,
      account_reference: account,
      at,
    })
    if (refusal !== null) return no(refusal)
    // The fault `refused`: M-Pesa refuses after the shop has accepted. The shop is not notified.
    if (faults.strikes('c2b', 'refused')) return no(RESULTS.noFunds)
    // The payer may have spent the money while the shop validated the payment.
    if (amount > state.phone(msisdn).balance_kes) return no(RESULTS.noFunds)
    const payment = { receipt, msisdn, amount, account, at: new Date().toISOString() }
    state.record({ type: 'paybill', payment })
    this.tellPaid(receipt)
    return { code: RESULTS.paid, receipt }
  }

  /**
   * Sends the payer's SMS, and the confirmation to the shop, for a payment by paybill or by prompt.
   */
  tellPaid(receipt: string): void {
    const { options, state } = this.#parts
    const row = state.ledger.findLast((other) => other.receipt === receipt)
    if (!row) return
    confirmBySms(state, row, options.businessName)
    void this.#confirm(row)
  }

  /** Returns null if the payment is accepted, and otherwise the code of the refusal. */
  async #validate(call: Call): Promise<string | null> {
    const { faults, options, state, waits } = this.#parts
    const registered = state.c2b
    if (!registered || !state.business.external_validation) return null
    const late = faults.strikes('c2b', 'timeout')
    const body = JSON.stringify(this.#body(registered, call, ''))
    const url = registered.validation_url
    const answer = await postJson(waits, url, body, options.validationMs)
    const said = late ? undefined : readAnswer(answer)
    if (said !== undefined) return said
    return registered.response_type === 'Completed' ? null : OTHER
  }

  async #confirm(row: LedgerRow): Promise<void> {
    const { faults, state, waits } = this.#parts
    const registered = state.c2b
    if (!registered) return
    const balance = state.business.working_kes.toFixed(2)
    const body = JSON.stringify(this.#body(registered, row, balance))
    const drop = faults.strikes('c2b', 'drop')
    const duplicate = faults.chance('c2b', 'duplicate')
    const delayMs = faults.delay('c2b')
    if (drop) return
    if (delayMs > 0) {
      faults.count('c2b', 'delay_ms')
      await waits.sleep(delayMs)
    }
    await postJson(waits, registered.confirmation_url, body)
    if (!duplicate) return
    faults.count('c2b', 'duplicate')
    await postJson(waits, registered.confirmation_url, body)
  }

  /** The body of a validation or a confirmation. All its fields are strings. */
  #body({ version }: C2bRegistration, call: Call, balance: string) {
    return {
      TransactionType: 'Pay Bill',
      TransID: call.receipt,
      TransTime: nairobiStamp(Date.parse(call.at)),
      TransAmount: call.amount.toFixed(2),
      BusinessShortCode: this.#parts.options.shortCode,
      BillRefNumber: call.account_reference,
      InvoiceNumber: '',
      OrgAccountBalance: balance,
      ThirdPartyTransID: '',
      MSISDN: payerOf(version, call.msisdn),
      FirstName: firstName(call.msisdn),
      MiddleName: '',
      LastName: '',
    }
  }
}

/**
 * The shop's response to a validation: null if accepted, the code if refused, undefined if
 * unreadable.
 */
function readAnswer(text: string | undefined): string | null | undefined {
  let code: unknown
  try {
    code = (JSON.parse(text ?? '') as { ResultCode?: unknown } | null)?.ResultCode
  } catch {
    return undefined
  }
  if (typeof code !== 'string' && typeof code !== 'number') return undefined
  if (String(code) === '0') return null
  return REFUSALS.test(String(code)) ? String(code) : OTHER
}
