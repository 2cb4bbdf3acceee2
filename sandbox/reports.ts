import type { Faults } from './faults.ts'
import type { Waits } from './waits.ts'

const SENT_MS = 100
const SUCCESS_MS = 400
const ANSWER_MS = 10_000

/** The network by prefix; numbers that were ported away keep the old answer, as in real reports. */
function networkCode(number: string): string {
  const prefix = number.slice(4, 7)
  if (/^(73\d|75[0-6]|76[12]|78\d|10[0-8])$/.test(prefix)) return '63903'
  if (/^(77\d|120)$/.test(prefix)) return '63907'
  if (/^(76[3-6]|124)$/.test(prefix)) return '63999'
  return '63902'
}

/** Delivery reports: one when the network took the message, one when the phone has it. */
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
    await this.#post(id, number, 'Sent')
    await this.#waits.sleep(this.#waits.scaled(SUCCESS_MS))
    await this.#post(id, number, 'Success')
  }

  async #post(id: string, number: string, status: string): Promise<void> {
    if (!this.#url || this.#waits.stopped.aborted) return
    try {
      const answer = await fetch(this.#url, {
        method: 'POST',
        body: new URLSearchParams({
          id,
          status,
          phoneNumber: number,
          networkCode: networkCode(number),
        }),
        redirect: 'manual',
        signal: AbortSignal.any([this.#waits.stopped, AbortSignal.timeout(ANSWER_MS)]),
      })
      await answer.arrayBuffer()
    } catch {
      // Nobody listened; whether the real gateway would try again is not documented.
    }
  }
}
