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

/** Code 0 is paid; a number is M-Pesa's own refusal, C2B000… the business's or a wrong business. */
export interface PaybillAnswer {
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

/** 2547 ***** 126 by the second version, a hash by the first. */
export function payerOf(version: C2bRegistration['version'], msisdn: string): string {
  if (version === 1) return createHash('sha256').update(msisdn).digest('hex')
  return `${msisdn.slice(0, 4)} ***** ${msisdn.slice(-3)}`
}

/** 'Lipa na M-PESA': payments that people type in, and the two calls by which a business hears. */
export class Paybills {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Answers when it is paid or refused; the confirmation goes out behind. */
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
    // Its own refusal after the business has agreed: nobody tells the business.
    if (faults.strikes('c2b', 'refused')) return no(RESULTS.noFunds)
    // The money may have gone elsewhere while the business thought.
    if (amount > state.phone(msisdn).balance_kes) return no(RESULTS.noFunds)
    const payment = { receipt, msisdn, amount, account, at: new Date().toISOString() }
    state.record({ type: 'paybill', payment })
    this.tellPaid(receipt)
    return { code: RESULTS.paid, receipt }
  }

  /** SMS and confirmation of money that has arrived, typed in or by a prompt. */
  tellPaid(receipt: string): void {
    const { options, state } = this.#parts
    const row = state.ledger.findLast((other) => other.receipt === receipt)
    if (!row) return
    confirmBySms(state, row, options.businessName)
    void this.#confirm(row)
  }

  /** Null: it may go on. */
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

  /** All fields are strings, in both calls. */
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

/** Null is yes, a code is no; undefined is no answer that M-Pesa could read. */
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
