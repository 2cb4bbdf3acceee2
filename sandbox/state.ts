import { Journal } from './journal.ts'

export type Answer = 'pay' | 'cancel' | 'ignore'

export interface Message {
  id: string
  from: string
  text: string
  sent_at: string
}

export interface Mail {
  id: string
  from: string
  /** The recipient on the envelope. */
  to: string
  reply_to: string | null
  subject: string
  text: string
  html: string | null
  /** The same for two copies of one mail. */
  message_id: string | null
  at: string
}

export interface Phone {
  msisdn: string
  balance_kes: number
  auto: Answer | null
  delay_ms: number
  /** Oldest first. */
  messages: Message[]
}

/** One accepted STK push; open until it has a `result`. */
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
  /** False if the two-minute rule refuses it before it reaches the screen. */
  shown: boolean
  result?: PromptResult
}

export interface PromptResult {
  code: number
  at: string
  receipt?: string
}

export interface LedgerRow {
  receipt: string
  amount: number
  msisdn: string
  account_reference: string
  checkout_request_id: string
  at: string
}

type Change =
  | {
      type: 'phone'
      msisdn: string
      set: Partial<Pick<Phone, 'balance_kes' | 'auto' | 'delay_ms'>>
    }
  | { type: 'prompt'; prompt: Prompt }
  | { type: 'result'; checkout_request_id: string; result: PromptResult }
  | { type: 'message'; msisdn: string; message: Message }
  | { type: 'mail'; mail: Mail }
  | { type: 'pull_registered'; short_code: string }

const FIRST_BALANCE_KES = 50_000

/** All that the providers remember. Every change is one journal line, so replaying them is a start. */
export class State {
  readonly phones = new Map<string, Phone>()
  readonly promptsByCheckout = new Map<string, Prompt>()
  readonly openByMsisdn = new Map<string, Prompt>()
  readonly ledger: LedgerRow[] = []
  /** Oldest first. */
  readonly mails: Mail[] = []
  readonly receipts = new Set<string>()
  readonly pullShortCodes = new Set<string>()
  /** When each phone last paid each amount; see the two-minute rule in prompts.ts. */
  readonly lastPaid = new Map<string, number>()
  readonly #journal: Journal<Change>

  constructor(path: string | undefined) {
    this.#journal = new Journal(path)
    for (const change of this.#journal.past) this.#apply(change)
  }

  record(change: Change): void {
    this.#journal.append(change)
    this.#apply(change)
  }

  /** Any number is a phone from its first mention. */
  phone(msisdn: string): Phone {
    let phone = this.phones.get(msisdn)
    if (!phone) {
      phone = { msisdn, balance_kes: FIRST_BALANCE_KES, auto: null, delay_ms: 0, messages: [] }
      this.phones.set(msisdn, phone)
    }
    return phone
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
        this.mails.push(change.mail)
        break
      case 'pull_registered':
        this.pullShortCodes.add(change.short_code)
        break
    }
  }

  /** A result with a receipt is the payment: the debit and the ledger row are the same line. */
  #applyResult(checkoutRequestId: string, result: PromptResult): void {
    const prompt = this.promptsByCheckout.get(checkoutRequestId)
    if (!prompt) return
    prompt.result = result
    if (this.openByMsisdn.get(prompt.msisdn) === prompt) this.openByMsisdn.delete(prompt.msisdn)
    if (!result.receipt) return
    this.phone(prompt.msisdn).balance_kes -= prompt.amount
    this.receipts.add(result.receipt)
    this.lastPaid.set(`${prompt.msisdn}/${prompt.amount}`, Date.parse(result.at))
    this.ledger.push({
      receipt: result.receipt,
      amount: prompt.amount,
      msisdn: prompt.msisdn,
      account_reference: prompt.account_reference,
      checkout_request_id: prompt.checkout_request_id,
      at: result.at,
    })
  }
}
