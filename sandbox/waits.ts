/** All timers of the sandbox, so that closing the sandbox stops them. */
export class Waits {
  readonly #scale: number
  readonly #timers = new Map<NodeJS.Timeout, (() => void) | undefined>()
  readonly #stop = new AbortController()

  constructor(scale: number) {
    this.#scale = scale
  }

  /** A signal for requests in progress. It is aborted when the sandbox closes. */
  get stopped(): AbortSignal {
    return this.#stop.signal
  }

  scaled(ms: number): number {
    return ms * this.#scale
  }

  /** Runs a function after this many real milliseconds. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void {
    if (this.stopped.aborted) return () => {}
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      run()
    }, ms)
    this.#timers.set(timer, undefined)
    return () => {
      clearTimeout(timer)
      this.#timers.delete(timer)
    }
  }

  /** Resolves after this many real milliseconds, or immediately when the sandbox closes. */
  sleep(ms: number): Promise<void> {
    if (ms <= 0 || this.stopped.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer)
        resolve()
      }, ms)
      this.#timers.set(timer, resolve)
    })
  }

  close(): void {
    this.#stop.abort()
    for (const [timer, resolve] of this.#timers) {
      clearTimeout(timer)
      resolve?.()
    }
    this.#timers.clear()
  }
}
