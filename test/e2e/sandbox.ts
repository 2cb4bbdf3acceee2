import { expect } from 'vitest'

type Prompt = { id: string; amount: number; business: string; account_reference: string }
type Message = { from: string; text: string }
type Phone = { balance_kes: number; prompts: Prompt[]; messages: Message[] }
type Sale = {
  kind: string
  receipt: string
  amount: number
  msisdn: string
  account_reference: string
}

/** A client of the sandbox's control API, for phones that are not open on a page. */
export class Sandbox {
  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  phone(msisdn: string): Promise<Phone> {
    return this.#call('GET', `/phones/${msisdn}`)
  }

  set(msisdn: string, settings: object): Promise<Phone> {
    return this.#call('PUT', `/phones/${msisdn}`, settings)
  }

  /** Waits until this phone has a prompt, and returns the prompt. */
  async prompt(msisdn: string): Promise<Prompt> {
    await expect.poll(async () => (await this.phone(msisdn)).prompts.length).toBe(1)
    return (await this.phone(msisdn)).prompts[0]!
  }

  async pay(msisdn: string): Promise<void> {
    await this.#answer(msisdn, { action: 'pay', pin: '1234' })
  }

  async cancel(msisdn: string): Promise<void> {
    await this.#answer(msisdn, { action: 'cancel' })
  }

  /** Makes a payment by paybill. Returns 0 if it succeeds, otherwise the code of the refusal. */
  async payByHand(msisdn: string, typed: { account: string; amount: number }) {
    const answer = await this.#call<{ result_code: number | string }>('POST', '/paybill', {
      msisdn,
      ...typed,
    })
    return answer.result_code
  }

  /** Returns the payments taken from this phone, oldest first. */
  async taken(msisdn: string): Promise<Sale[]> {
    const ledger: Sale[] = await this.#call('GET', '/ledger')
    return ledger.filter((row) => row.msisdn === msisdn && ['push', 'paybill'].includes(row.kind))
  }

  /** Returns the SMS that the shop sent to this phone, without M-PESA's own SMS. */
  async messages(msisdn: string): Promise<string[]> {
    const { messages } = await this.phone(msisdn)
    return messages.filter(({ from }) => from !== 'MPESA').map(({ text }) => text)
  }

  setFaults(plan: object): Promise<unknown> {
    return this.#call('PUT', '/faults', plan)
  }

  clearFaults(): Promise<unknown> {
    return this.#call('DELETE', '/faults')
  }

  async #answer(msisdn: string, answer: object): Promise<void> {
    const { id } = await this.prompt(msisdn)
    await this.#call('POST', `/phones/${msisdn}/prompts/${id}`, answer)
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(this.origin + path, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    expect(answer.ok, `${method} ${path} answers ${answer.status}`).toBe(true)
    return (await answer.json()) as T
  }
}
