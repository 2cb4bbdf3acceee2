import type { Faults } from './faults.ts'
import { networkOf } from './networks.ts'
import { postForm } from './post-form.ts'
import type { Waits } from './waits.ts'

const SENT_MS = 100
const SUCCESS_MS = 400

/**
 * Posts two delivery reports for each SMS: one when the network has accepted it, one when the phone
 * has received it.
 */
export class Reports {
  readonly #url: string | undefined
  readonly #faults: Faults
  readonly #waits: Waits

  constructor(url: string | undefined, faults: Faults, waits: Waits) {
    this.#url = url
    this.#faults = faults
    this.#waits = waits
  }

  async send(id: string, number: string): Promise<void> {
    if (!this.#url) return
    if (this.#faults.chance('sms', 'report_drop')) {
      this.#faults.count('sms', 'report_drop')
      return
    }
    await this.#waits.sleep(this.#waits.scaled(SENT_MS))
    await this.#post(this.#url, id, number, 'Sent')
    await this.#waits.sleep(this.#waits.scaled(SUCCESS_MS))
    await this.#post(this.#url, id, number, 'Success')
  }

  async #post(url: string, id: string, number: string, status: string): Promise<void> {
    const networkCode = networkOf(number.slice(1)).code
    await postForm(this.#waits, url, { id, status, phoneNumber: number, networkCode })
  }
}
