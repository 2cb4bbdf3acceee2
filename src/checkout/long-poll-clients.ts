import type { ReadOrder } from './read-order.ts'

/** The changed order, or the reason why the wait ended without a change. */
export type WaitResult = ReadOrder | 'timeout' | 'evicted'

type Client = { mark: string; address: string; end: (result: WaitResult) => void }

/** The most clients that may wait in this process, for one order and for one IP address. */
export type ClientLimits = { perOrder: number; perAddress: number }

/**
 * The clients of this process that wait for a change of an order. If an order has more clients than
 * allowed, evicts the client that has waited longest: the buyer most likely uses the page that was
 * opened last.
 */
export class LongPollClients {
  readonly #byOrder = new Map<string, Set<Client>>()
  readonly #byAddress = new Map<string, number>()
  readonly #limits: ClientLimits

  constructor(limits: ClientLimits) {
    this.#limits = limits
  }

  isEmpty(): boolean {
    return this.#byOrder.size === 0
  }

  /**
   * The orders that clients wait for, with the mark that the clients have seen. The mark is '' if
   * clients of one order have seen different marks.
   */
  known(): { ids: string[]; marks: string[] } {
    const marks = [...this.#byOrder.values()].map((clients) => {
      const [first, ...others] = clients
      return others.every(({ mark }) => mark === first!.mark) ? first!.mark : ''
    })
    return { ids: [...this.#byOrder.keys()], marks }
  }

  /** The order's clients that have not yet seen the state `mark`. */
  behind({ id, mark }: ReadOrder['seen']): Client[] {
    return [...(this.#byOrder.get(id) ?? [])].filter((client) => client.mark !== mark)
  }

  hasCapacity(address: string): boolean {
    return (this.#byAddress.get(address) ?? 0) < this.#limits.perAddress
  }

  /** Waits for a change of the order, for at most `ms`. */
  wait({ id, mark }: ReadOrder['seen'], address: string, ms: number): Promise<WaitResult> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => client.end('timeout'), ms)
      const client: Client = {
        mark,
        address,
        end: (result) => {
          clearTimeout(timer)
          this.#remove(id, client)
          resolve(result)
        },
      }
      this.#add(id, client)
    })
  }

  endAll(): void {
    for (const clients of [...this.#byOrder.values()]) {
      for (const client of [...clients]) client.end('timeout')
    }
  }

  #add(id: string, client: Client): void {
    const [longest] = this.#byOrder.get(id) ?? []
    if (longest && this.#byOrder.get(id)!.size >= this.#limits.perOrder) longest.end('evicted')
    this.#byOrder.set(id, (this.#byOrder.get(id) ?? new Set()).add(client))
    this.#byAddress.set(client.address, (this.#byAddress.get(client.address) ?? 0) + 1)
  }

  #remove(id: string, client: Client): void {
    const clients = this.#byOrder.get(id)
    if (!clients?.delete(client)) return
    if (clients.size === 0) this.#byOrder.delete(id)
    const left = this.#byAddress.get(client.address)! - 1
    if (left === 0) this.#byAddress.delete(client.address)
    else this.#byAddress.set(client.address, left)
  }
}
