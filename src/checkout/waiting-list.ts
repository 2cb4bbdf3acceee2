import type { ReadOrder } from './read-order.ts'

/** What the order has become, or why the wait ended without that. */
export type News = ReadOrder | 'over' | 'displaced'

export type Waiter = { mark: string; address: string; done: (news: News) => void }

/** How many may wait at once. */
export type Bounds = { perOrder: number; perAddress: number }

/**
 * Who waits for which order. Whoever is one too many for an order takes the place of who has waited
 * for longest: that one is answered, and the page that was opened last is likely the one that is
 * looked at.
 */
export class WaitingList {
  readonly #byOrder = new Map<string, Set<Waiter>>()
  readonly #byAddress = new Map<string, number>()
  readonly #bounds: Bounds

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  isEmpty(): boolean {
    return this.#byOrder.size === 0
  }

  /** What is waited for, as it was last seen; '' where it was seen differently. */
  known(): { ids: string[]; marks: string[] } {
    const marks = [...this.#byOrder.values()].map((waiters) => {
      const [first, ...others] = waiters
      return others.every(({ mark }) => mark === first!.mark) ? first!.mark : ''
    })
    return { ids: [...this.#byOrder.keys()], marks }
  }

  of(orderId: string): Waiter[] {
    return [...(this.#byOrder.get(orderId) ?? [])]
  }

  hasRoom(address: string): boolean {
    return (this.#byAddress.get(address) ?? 0) < this.#bounds.perAddress
  }

  /** Resolves with what the waiter is told, after `ms` at the latest. */
  wait({ id, mark }: ReadOrder['seen'], address: string, ms: number): Promise<News> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => waiter.done('over'), ms)
      const waiter: Waiter = {
        mark,
        address,
        done: (news) => {
          clearTimeout(timer)
          this.#remove(id, waiter)
          resolve(news)
        },
      }
      this.#add(id, waiter)
    })
  }

  endAll(): void {
    for (const id of [...this.#byOrder.keys()]) {
      for (const waiter of this.of(id)) waiter.done('over')
    }
  }

  #add(id: string, waiter: Waiter): void {
    const [longest] = this.#byOrder.get(id) ?? []
    if (longest && this.#byOrder.get(id)!.size >= this.#bounds.perOrder) longest.done('displaced')
    this.#byOrder.set(id, (this.#byOrder.get(id) ?? new Set()).add(waiter))
    this.#byAddress.set(waiter.address, (this.#byAddress.get(waiter.address) ?? 0) + 1)
  }

  #remove(id: string, waiter: Waiter): void {
    const waiters = this.#byOrder.get(id)
    if (!waiters?.delete(waiter)) return
    if (waiters.size === 0) this.#byOrder.delete(id)
    const left = this.#byAddress.get(waiter.address)! - 1
    if (left === 0) this.#byAddress.delete(waiter.address)
    else this.#byAddress.set(waiter.address, left)
  }
}
