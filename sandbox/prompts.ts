import { randomUUID } from 'node:crypto'
import type { Callbacks } from './callbacks.ts'
import { checkoutRequestId, requestId } from './ids.ts'
import { RESULTS } from './results.ts'
import type { Answer, Prompt, PromptResult, State } from './state.ts'
import type { Waits } from './waits.ts'

export const PIN = '1234'
export const ANSWER_WITHIN_MS = 60_000
/**
 * After a payment, the phone refuses a prompt for the same amount within this time, with code 17.
 */
const SAME_AMOUNT_MS = 120_000
export const MAX_AMOUNT_KES = 250_000
const REFUSAL_MS = 500
/** The time after which M-Pesa gives up on a phone that cannot be reached. */
const UNREACHED_MS = 16_000
/** The pause before retrying a write that failed because the disk was full. */
const NO_ROOM_MS = 500

export type NewPrompt = Pick<
  Prompt,
  'msisdn' | 'amount' | 'business' | 'account_reference' | 'transaction_type' | 'callback_url'
>

/** STK prompts from acceptance to result. */
export class Prompts {
  readonly #state: State
  readonly #callbacks: Callbacks
  readonly #waits: Waits
  readonly #expiring = new Map<string, () => void>()
  readonly #answering = new Map<string, () => void>()
  readonly #whenPaid: (prompt: Prompt) => void

  constructor(
    state: State,
    callbacks: Callbacks,
    waits: Waits,
    /** Called after a payment is written to disk. */
    whenPaid: (prompt: Prompt) => void,
  ) {
    this.#state = state
    this.#callbacks = callbacks
    this.#waits = waits
    this.#whenPaid = whenPaid
    // Continue the prompts that were open when the sandbox stopped. Overdue prompts end
    // immediately.
    for (const prompt of state.openByMsisdn.values()) this.#resume(prompt)
  }

  isOpen(msisdn: string): boolean {
    return this.#state.openByMsisdn.has(msisdn)
  }

  /**
   * Accepts a push. The caller must call `present`, which shows the prompt, after responding to the
   * push. If `isBusy`, the phone has an open USSD session and never shows the prompt, even if the
   * session ends soon.
   */
  accept(given: NewPrompt, isBusy = false): Prompt {
    let at = Date.now()
    // Two pushes to one phone in the same millisecond must have different ids.
    while (this.#state.promptsByCheckout.has(checkoutRequestId(at, given.msisdn))) at++
    const prompt: Prompt = {
      id: randomUUID(),
      ...given,
      merchant_request_id: requestId(),
      checkout_request_id: checkoutRequestId(at, given.msisdn),
      created_at: new Date().toISOString(),
      shown: !isBusy && !this.#isTooSoon(given.msisdn, given.amount),
      ...(isBusy && { unreached: true }),
    }
    this.#state.record({ type: 'prompt', prompt })
    if (prompt.shown) this.#expireIn(prompt, this.#waits.scaled(ANSWER_WITHIN_MS))
    return prompt
  }

  #isTooSoon(msisdn: string, amount: number): boolean {
    const paidAt = this.#state.lastPaid.get(`${msisdn}/${amount}`)
    return paidAt !== undefined && Date.now() - paidAt < this.#waits.scaled(SAME_AMOUNT_MS)
  }

  /** A list with the prompt that is on the phone's screen; empty if there is none. */
  onScreen(msisdn: string): Prompt[] {
    const prompt = this.#state.openByMsisdn.get(msisdn)
    return prompt?.shown ? [prompt] : []
  }

  /**
   * Shows the prompt. A phone set to `auto` answers automatically. Call it again after a change of
   * the phone's setting, to apply the change to the open prompt.
   */
  present(prompt: Prompt): void {
    this.#drop(this.#answering, prompt)
    if (prompt.result) return
    if (!prompt.shown) {
      const [code, ms] = prompt.unreached
        ? [RESULTS.unanswered, UNREACHED_MS]
        : [RESULTS.tooSoon, REFUSAL_MS]
      this.#later(this.#answering, prompt, this.#waits.scaled(ms), () =>
        this.#end(prompt, { code, at: new Date().toISOString() }),
      )
      return
    }
    const { auto, delay_ms } = this.#state.phone(prompt.msisdn)
    if (auto === 'pay' || auto === 'cancel') {
      this.#later(this.#answering, prompt, delay_ms, () => this.answer(prompt, auto, PIN))
    }
  }

  /** Answers a prompt. Returns without waiting for the delivery of the callback. */
  answer(prompt: Prompt, answer: Answer, pin: string): PromptResult | undefined {
    const result = this.#judge(prompt, answer, pin)
    if (result) this.#end(prompt, result)
    return result
  }

  /** Like `answer`, but resolves only after the delivery of the callback. */
  async answerAndDeliver(prompt: Prompt, answer: 'pay' | 'cancel'): Promise<void> {
    const result = this.#judge(prompt, answer, PIN)
    if (!result) return
    this.#settle(prompt, result)
    await this.#callbacks.deliver(prompt, true)
  }

  #judge(prompt: Prompt, answer: Answer, pin: string): PromptResult | undefined {
    if (prompt.result || answer === 'ignore') return undefined
    const now = Date.now()
    const at = new Date(now).toISOString()
    if (answer === 'cancel') return { code: RESULTS.cancelled, at }
    if (pin !== PIN) return { code: RESULTS.wrongPin, at }
    if (prompt.amount > MAX_AMOUNT_KES) return { code: RESULTS.aboveMaximum, at }
    if (prompt.amount > this.#state.phone(prompt.msisdn).balance_kes) {
      return { code: RESULTS.noFunds, at }
    }
    return { code: RESULTS.paid, at, receipt: this.#state.newReceipt(now) }
  }

  #end(prompt: Prompt, result: PromptResult): void {
    this.#settle(prompt, result)
    void this.#callbacks.deliver(prompt)
  }

  /**
   * Ends the prompt. Writes the journal line first, because a payment must be on disk before any
   * client is notified.
   */
  #settle(prompt: Prompt, result: PromptResult): void {
    const { checkout_request_id } = prompt
    this.#state.record({ type: 'result', checkout_request_id, result })
    this.#drop(this.#expiring, prompt)
    this.#drop(this.#answering, prompt)
    if (result.receipt) this.#whenPaid(prompt)
  }

  #expireIn(prompt: Prompt, ms: number): void {
    this.#later(this.#expiring, prompt, ms, () =>
      this.#end(prompt, { code: RESULTS.unanswered, at: new Date().toISOString() }),
    )
  }

  #later(timers: Map<string, () => void>, prompt: Prompt, ms: number, run: () => void): void {
    const attempt = () => {
      try {
        run()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        this.#later(timers, prompt, NO_ROOM_MS, run)
      }
    }
    timers.set(prompt.id, this.#waits.after(ms, attempt))
  }

  #drop(timers: Map<string, () => void>, prompt: Prompt): void {
    timers.get(prompt.id)?.()
    timers.delete(prompt.id)
  }

  #resume(prompt: Prompt): void {
    const age = Date.now() - Date.parse(prompt.created_at)
    if (prompt.shown) {
      this.#expireIn(prompt, Math.max(0, this.#waits.scaled(ANSWER_WITHIN_MS) - age))
    }
    this.present(prompt)
  }
}
