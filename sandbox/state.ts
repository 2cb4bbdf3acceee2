import { drawReceipt } from './ids.ts'
import { Journal } from './journal.ts'
import type { Business, C2bRegistration, LedgerRow, PaybillPayment } from './ledger.ts'
import type { Operation, OperationOutcome } from './operation.ts'

export type Answer = 'pay' | 'cancel' | 'ignore'

interface Message {
  id: string
  from: string
  text: string
  sent_at: string
}

interface MailFile {
  name: string
  type: string
  content_id: string | null
  /** The file's content in Base64. */
  content: string
}

export interface Mail {
  id: string
  from: string
  /** The recipient on the SMTP envelope. */
  to: string
  reply_to: string | null
  subject: string
  text: string
  html: string | null
  /** The attachments. Pictures that the HTML refers to by `cid:` have a `content_id`. */
  files: MailFile[]
  /** The Message-ID header, which is the same in every copy of a mail. */
  message_id: string | null
  at: string
}

export interface Phone {
  msisdn: string
  balance_kes: number
  auto: Answer | null
  delay_ms: number
  /** False if the number does not belong to an M-PESA customer and so cannot receive money. */
  registered: boolean
  /** Sorted by time, oldest first. */
  messages: Message[]
}

/** An accepted STK push. Open while it has no `result`. */
export interface Prompt {
  id: string
  msisdn: string
  amount: number
  business: string
  account_reference: string
  transaction_type: string
  callback_url: string
  merchant_request_id: string
  checkout_request_id: string
  created_at: string
  /** False if the two-minute rule (code 17) keeps the prompt from the screen. */
  shown: boolean
  /** Set if a USSD session kept the prompt from the screen. */
  unreached?: true
  result?: PromptResult
}

export interface PromptResult {
  code: number
  at: string
  receipt?: string
}

type Change =
  | {
      type: 'phone'
      msisdn: string
      set: Partial<Pick<Phone, 'balance_kes' | 'auto' | 'delay_ms' | 'registered'>>
    }
  | { type: 'prompt'; prompt: Prompt }
  | { type: 'result'; checkout_request_id: string; result: PromptResult }
  | { type: 'message'; msisdn: string; message: Message }
  | { type: 'mail'; mail: Mail }
  | { type: 'pull_registered'; short_code: string }
  | { type: 'business'; set: Partial<Business> }
  | { type: 'c2b_registered'; registration: C2bRegistration | null }
  | { type: 'paybill'; payment: PaybillPayment }
  | { type: 'operation'; operation: Operation }
  | { type: 'outcome'; id: string; outcome: OperationOutcome }
  | { type: 'provider_reversal'; row: LedgerRow }

const FIRST_BALANCE_KES = 50_000
const FIRST_BUSINESS: Business = {
  working_kes: 0,
  utility_kes: 1_000_000,
  charges_kes: 0,
  reversal_charge_kes: 0,
  b2c_charge_kes: 0,
  b2b_charge_kes: 0,
  external_validation: true,
  masked_pull: false,
}

/**
 * The state of all simulated providers. Every change is one line of the journal, and a start
 * replays all lines.
 */
export class State {
  readonly phones = new Map<string, Phone>()
  readonly promptsByCheckout = new Map<string, Prompt>()
  readonly openByMsisdn = new Map<string, Prompt>()
  readonly ledger: LedgerRow[] = []
  /** Sorted by time, oldest first. */
  readonly mails: Mail[] = []
  readonly receipts = new Set<string>()
  readonly pullShortCodes = new Set<string>()
  /** The time at which each phone last paid each amount; see the two-minute rule in prompts.ts. */
  readonly lastPaid = new Map<string, number>()
  readonly business: Business = { ...FIRST_BUSINESS }
  c2b: C2bRegistration | null = null
  /** Operations by OriginatorConversationID, oldest first. */
  readonly operations = new Map<string, Operation>()
  /** Receipts of payments that were reversed. */
  readonly reversed = new Set<string>()
  readonly #journal: Journal<Change>

  constructor(path: string | undefined) {
    this.#journal = new Journal(path)
    for (const change of this.#journal.past) this.#apply(change)
  }

  record(change: Change): void {
    this.#journal.append(change)
    this.#apply(change)
  }

  /** Returns the phone with this number. Any number becomes a phone on its first use. */
  phone(msisdn: string): Phone {
    let phone = this.phones.get(msisdn)
    if (!phone) {
      phone = {
        msisdn,
        balance_kes: FIRST_BALANCE_KES,
        auto: null,
        delay_ms: 0,
        registered: true,
        messages: [],
      }
      this.phones.set(msisdn, phone)
    }
    return phone
  }

  /** Draws a receipt that no finished or pending payment has. */
  newReceipt(at: number): string {
    let receipt = drawReceipt(at)
    while (this.receipts.has(receipt)) receipt = drawReceipt(at)
    this.receipts.add(receipt)
    return receipt
  }

  close(): void {
    this.#journal.close()
  }

  #apply(change: Change): void {
    switch (change.type) {
      case 'phone':
        Object.assign(this.phone(change.msisdn), change.set)
        break
      case 'prompt':
        this.phone(change.prompt.msisdn)
        this.promptsByCheckout.set(change.prompt.checkout_request_id, change.prompt)
        this.openByMsisdn.set(change.prompt.msisdn, change.prompt)
        break
      case 'result':
        this.#applyResult(change.checkout_request_id, change.result)
        break
      case 'message':
        this.phone(change.msisdn).messages.push(change.message)
        break
      case 'mail':
        // Journals of older versions have mails without files.
        this.mails.push({ ...change.mail, files: change.mail.files ?? [] })
        break
      case 'pull_registered':
        this.pullShortCodes.add(change.short_code)
        break
      case 'business':
        Object.assign(this.business, change.set)
        break
      case 'c2b_registered':
        this.c2b = change.registration
        break
      case 'paybill':
        this.#applyPaybill(change.payment)
        break
      case 'operation':
        this.operations.set(change.operation.originator_conversation_id, change.operation)
        break
      case 'outcome':
        this.#applyOutcome(change.id, change.outcome)
        break
      case 'provider_reversal':
        this.#book(change.row)
        break
    }
  }

  /**
   * Applies the result of a prompt. If the result has a receipt, it is also a payment: one journal
   * line contains the result, the debit and the ledger row.
   */
  #applyResult(checkoutRequestId: string, result: PromptResult): void {
    const prompt = this.promptsByCheckout.get(checkoutRequestId)
    if (!prompt) return
    prompt.result = result
    if (this.openByMsisdn.get(prompt.msisdn) === prompt) this.openByMsisdn.delete(prompt.msisdn)
    if (!result.receipt) return
    this.lastPaid.set(`${prompt.msisdn}/${prompt.amount}`, Date.parse(result.at))
    this.#book({
      kind: 'push',
      receipt: result.receipt,
      amount: prompt.amount,
      msisdn: prompt.msisdn,
      account_reference: prompt.account_reference,
      checkout_request_id: prompt.checkout_request_id,
      charge: 0,
      original_receipt: null,
      originator_conversation_id: null,
      at: result.at,
    })
  }

  #applyPaybill(payment: PaybillPayment): void {
    const { account, ...paid } = payment
    this.#book({
      kind: 'paybill',
      ...paid,
      account_reference: account,
      checkout_request_id: null,
      charge: 0,
      original_receipt: null,
      originator_conversation_id: null,
    })
  }

  /**
   * Applies the outcome of an operation. If money moved, the journal line of the outcome also
   * contains the ledger row.
   */
  #applyOutcome(id: string, outcome: OperationOutcome): void {
    const operation = this.operations.get(id)
    if (!operation) return
    operation.outcome = outcome
    if (outcome.money) this.#book(outcome.money)
  }

  #book(row: LedgerRow): void {
    const paidIn = row.kind === 'push' || row.kind === 'paybill'
    if (row.kind !== 'b2b') {
      this.phone(row.msisdn).balance_kes += paidIn ? -row.amount : row.amount
    }
    if (row.kind === 'b2c') this.business.utility_kes -= row.amount
    else this.business.working_kes += paidIn ? row.amount : -row.amount
    this.business.charges_kes -= row.charge
    if (row.original_receipt) this.reversed.add(row.original_receipt)
    this.receipts.add(row.receipt)
    this.ledger.push(row)
  }
}
