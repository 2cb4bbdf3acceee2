import type { AppError } from '../platform/errors.ts'
import { tooManyRequests } from '../platform/limits/limits.ts'

type Bounds = {
  /** How much is done at the same time. */
  atOnce: number
  /** How many of one address may wait, and how many of all together. */
  perAddress: number
  all: number
  /** How long a turn stays taken after its end, as a part of the time that it took. */
  rest: number
}

type Waiting = { go: () => void; refuse: (error: AppError) => void }

/** By then a line as long as these may be has moved on. */
const AGAIN_S = 2
const BUSY_TEXT = 'Too many people are signing in. Please try again in a moment.'

export type FairTurns = ReturnType<typeof makeFairTurns>

/**
 * Turns go round by address, and within one the oldest comes first: so whoever asks a hundred times
 * a second waits for themselves. Who finds the line full is refused at once. Where all places are
 * taken, the last of the address with the most gives way to one of an address with fewer.
 */
export function makeFairTurns(
  { atOnce, perAddress, all, rest }: Bounds,
  later: (run: () => void, ms: number) => void = setTimeout,
) {
  /** By address, in the order of their next turns. */
  const lines = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  /** The address that gives way; undefined if one more of this address has to. */
  function findCrowd(own: number): Waiting[] | undefined {
    const [longest] = [...lines.values()].sort((one, other) => other.length - one.length)
    return longest && longest.length > own + 1 ? longest : undefined
  }

  /** Throws if one more of this address finds no place. */
  function expectRoom(address: string): void {
    const own = lines.get(address)?.length ?? 0
    const isFull = own >= perAddress || (waiting >= all && !findCrowd(own))
    if (isFull) throw busy()
  }

  async function waitInLine(address: string): Promise<void> {
    expectRoom(address)
    const line = lines.get(address) ?? []
    if (waiting >= all) {
      findCrowd(line.length)?.pop()?.refuse(busy())
      waiting--
    }
    waiting++
    lines.set(address, line)
    await new Promise<void>((go, refuse) => line.push({ go, refuse }))
  }

  /** Whoever finishes passes the turn on, so that nobody overtakes. */
  function passOn(): void {
    const [next] = lines
    if (!next) {
      running--
      return
    }
    const [address, line] = next
    lines.delete(address)
    const first = line.shift()
    if (line.length > 0) lines.set(address, line)
    waiting--
    first?.go()
  }

  async function takeTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await waitInLine(address)
    else running++
    const began = performance.now()
    try {
      return await work()
    } finally {
      const restMs = (performance.now() - began) * rest
      // Whoever had the turn does not wait for it.
      if (restMs > 0) later(passOn, restMs)
      else passOn()
    }
  }

  return { takeTurn, expectRoom }
}

function busy(): AppError {
  // Not 503, which the log takes for a fault of ours, each with all its lines.
  return tooManyRequests(AGAIN_S, BUSY_TEXT)
}
