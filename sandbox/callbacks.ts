import { nairobiStamp } from './clock.ts'
import type { Faults } from './faults.ts'
import { postJson } from './post-json.ts'
import { resultWords } from './results.ts'
import type { Prompt } from './state.ts'
import type { Waits } from './waits.ts'

/**
 * After this time, a callback delayed by the fault `reorder` is sent even if no later callback has
 * followed.
 */
const REORDER_MS = 3_000

function metadata(prompt: Prompt, receipt: string, at: string, amount: number) {
  return {
    Item: [
      { Name: 'Amount', Value: amount },
      { Name: 'MpesaReceiptNumber', Value: receipt },
      // The real callback also has this item without a value.
      { Name: 'Balance' },
      { Name: 'TransactionDate', Value: Number(nairobiStamp(Date.parse(at))) },
      { Name: 'PhoneNumber', Value: Number(prompt.msisdn) },
    ],
  }
}

function payload(prompt: Prompt, amount: number) {
  const result = prompt.result
  if (!result) throw new Error('a callback needs a result')
  const stkCallback = {
    MerchantRequestID: prompt.merchant_request_id,
    CheckoutRequestID: prompt.checkout_request_id,
    ResultCode: result.code,
    ResultDesc: resultWords(result.code),
  }
  if (!result.receipt) return { Body: { stkCallback } }
  const CallbackMetadata = metadata(prompt, result.receipt, result.at, amount)
  return { Body: { stkCallback: { ...stkCallback, CallbackMetadata } } }
}

/** Posts results to CallBackURL: once and without retries, unless the fault plan changes this. */
export class Callbacks {
  readonly #faults: Faults
  readonly #waits: Waits
  #held: (() => void)[] = []

  constructor(faults: Faults, waits: Waits) {
    this.#faults = faults
    this.#waits = waits
  }

  /**
   * Posts a prompt's result. `now` skips delay and reordering: the fault `before_answer` needs the
   * callback before the response to the push.
   */
  async deliver(prompt: Prompt, now = false): Promise<void> {
    const faults = this.#faults
    // Draw every kind of fault for every callback, even if an earlier kind already applies, so that
    // the n-th draw always belongs to the n-th callback.
    const drop = faults.chance('callback', 'drop')
    const duplicate = faults.chance('callback', 'duplicate')
    const reorder = faults.chance('callback', 'reorder')
    const wrong = faults.chance('callback', 'wrong_amount')
    const delayMs = faults.delay('callback')
    if (drop) {
      faults.count('callback', 'drop')
      return
    }
    let amount = prompt.amount
    if (wrong && prompt.result?.receipt) {
      faults.count('callback', 'wrong_amount')
      amount = amount > 1 ? amount - 1 : amount + 1
    }
    const body = JSON.stringify(payload(prompt, amount))
    if (!now && delayMs > 0) {
      faults.count('callback', 'delay_ms')
      await this.#waits.sleep(delayMs)
    }
    if (!now && reorder) {
      faults.count('callback', 'reorder')
      await this.#behindNext()
    }
    if (now) faults.count('callback', 'before_answer')
    await postJson(this.#waits, prompt.callback_url, body)
    if (duplicate) {
      faults.count('callback', 'duplicate')
      await postJson(this.#waits, prompt.callback_url, body)
    }
    // This callback has now overtaken the callbacks that `reorder` delayed, so send them.
    if (!reorder || now) for (const release of this.#held.splice(0)) release()
  }

  #behindNext(): Promise<void> {
    return new Promise((resolve) => {
      const release = () => {
        cancel()
        this.#held = this.#held.filter((other) => other !== release)
        resolve()
      }
      const cancel = this.#waits.after(this.#waits.scaled(REORDER_MS), release)
      this.#held.push(release)
    })
  }
}
