import { chooseNext, type QueuedAddress } from '../src/payments/prompts/prompt-queue.rules.ts'

/**
 * A buyer who requests a prompt and pays `paysAfterMs` after it appears; null if the buyer never
 * pays.
 */
export type Person = { atMs: number; address: string; paysAfterMs: number | null }
export type Waited = Person & { turnAtMs: number | null }

export const GAP_MS = 200
const LEAVES_MS = 180_000
const COUNTS_MS = 180_000

type InModel = Waited & { id: string }

/**
 * Computes when each of these buyers gets a prompt, with five slots per second. Uses the product's
 * own rule and a simulated clock.
 */
export function takeTurns(people: readonly Person[]): Waited[] {
  const coming = people
    .map((person, at): InModel => ({ ...person, id: String(at).padStart(6, '0'), turnAtMs: null }))
    .sort((one, other) => one.atMs - other.atMs)
  const line = new Map<string, InModel[]>()
  const turns: InModel[] = []
  let came = 0
  for (let now = 0; came < coming.length || line.size > 0; now += GAP_MS) {
    for (; came < coming.length && coming[came]!.atMs <= now; came++) {
      const person = coming[came]!
      const waiting = line.get(person.address)
      if (waiting) waiting.push(person)
      else line.set(person.address, [person])
    }
    while (turns.length > 0 && turns[0]!.turnAtMs! <= now - COUNTS_MS) turns.shift()
    const next = chooseNext(describe(line, turns, now))
    const queue = next && [...line.values()].find((waiting) => waiting[0]!.id === next)
    if (queue) {
      const person = queue.shift()!
      person.turnAtMs = now
      turns.push(person)
    }
    dropLate(line, now)
  }
  return coming
}

function describe(line: Map<string, InModel[]>, turns: InModel[], now: number): QueuedAddress[] {
  const tallies = new Map<string, { paid: number; unpaid: number }>()
  for (const { address, turnAtMs, paysAfterMs } of turns) {
    const tally = tallies.get(address) ?? { paid: 0, unpaid: 0 }
    const isPaid = paysAfterMs !== null && turnAtMs! + paysAfterMs <= now
    if (isPaid) tally.paid += 1
    else tally.unpaid += 1
    tallies.set(address, tally)
  }
  return [...line].map(([address, waiting]) => ({
    address,
    waiting: waiting.length,
    first: { id: waiting[0]!.id, since: new Date(waiting[0]!.atMs) },
    ...(tallies.get(address) ?? { paid: 0, unpaid: 0 }),
  }))
}

function dropLate(line: Map<string, InModel[]>, now: number): void {
  for (const [address, waiting] of line) {
    while (waiting.length > 0 && waiting[0]!.atMs <= now - LEAVES_MS) waiting.shift()
    if (waiting.length === 0) line.delete(address)
  }
}
