import { PAYLOAD_LENGTH } from '../tickets/number.rules.ts'

/**
 * The list of an event's tickets as a gate phone keeps it: hashes of numbers and no numbers, ten
 * bytes each, sorted. 6 bytes: the beginning of SHA-256 of the event's id and the number's first
 * ten symbols; 2 bytes: of SHA-256 of the event's id and all sixteen, so that a wrong ending is
 * caught whatever key signed it; 5 bits: people left, 3 bits: state; 5 bits: gate, 3 bits: type.
 */
export const ENTRY_BYTES = 10
const HASH_BYTES = 6
const CHECK_BYTES = 2
/** The default gate is 0; five bits tell no more gates apart. */
export const MAX_GATES = 32

/** In the order of their three bits. */
export const LIST_STATES = ['valid', 'refunded', 'transferred', 'revoked', 'void'] as const
export type ListState = (typeof LIST_STATES)[number]

export type ListEntry = {
  /** Six bytes. */
  hash: Uint8Array
  /** Of all sixteen symbols; compared where all were shown. */
  check: number
  left: number
  state: ListState
  /** Its place in `GateEvent.gates`. */
  gate: number
  typeOffset: number
}

/** SHA-256 of a text in UTF-8: a browser's own, or the server's. */
export type Sha256 = (text: string) => Promise<Uint8Array>

/** What is looked for in the list. `number` has ten symbols or more; with sixteen there is a check. */
export async function hashNumber(
  sha256: Sha256,
  eventId: string,
  number: string,
): Promise<{ hash: Uint8Array; check: number | null }> {
  const hash = await sha256(eventId + number.slice(0, PAYLOAD_LENGTH))
  const ofAll = number.length > PAYLOAD_LENGTH ? await sha256(eventId + number) : null
  return {
    hash: hash.slice(0, HASH_BYTES),
    check: ofAll && (ofAll[0]! << 8) | ofAll[1]!,
  }
}

/** Sorted by hash; of two with the same hash the later one stays. */
export function packList(entries: readonly ListEntry[]): Uint8Array {
  const sorted = entries.map(packEntry).sort(compareHashes)
  return joinEntries(sorted.filter((entry, n) => !isSameHash(entry, sorted[n + 1])))
}

export function readList(list: Uint8Array): ListEntry[] {
  return Array.from({ length: countEntries(list) }, (_, n) => readEntry(list, n))
}

export function countEntries(list: Uint8Array): number {
  return Math.floor(list.length / ENTRY_BYTES)
}

/** Each entry of `delta` in place of the one with its hash, or beside the others: both are sorted. */
export function layOver(list: Uint8Array, delta: Uint8Array): Uint8Array {
  const merged: Uint8Array[] = []
  const [old, fresh] = [entriesOf(list), entriesOf(delta)]
  let next = 0
  for (const entry of old) {
    while (next < fresh.length && compareHashes(fresh[next]!, entry) < 0) {
      merged.push(fresh[next++]!)
    }
    if (!isSameHash(entry, fresh[next])) merged.push(entry)
  }
  return joinEntries([...merged, ...fresh.slice(next)])
}

/** The entry with this hash, by halving. */
export function findEntry(list: Uint8Array, hash: Uint8Array): ListEntry | null {
  let [low, high] = [0, countEntries(list) - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compareHashes(list.subarray(middle * ENTRY_BYTES), hash)
    if (order === 0) return readEntry(list, middle)
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return null
}

function packEntry(entry: ListEntry): Uint8Array {
  const bytes = new Uint8Array(ENTRY_BYTES)
  bytes.set(entry.hash.subarray(0, HASH_BYTES))
  const view = new DataView(bytes.buffer)
  view.setUint16(HASH_BYTES, entry.check)
  view.setUint8(HASH_BYTES + CHECK_BYTES, (entry.left << 3) | LIST_STATES.indexOf(entry.state))
  view.setUint8(ENTRY_BYTES - 1, (entry.gate << 3) | entry.typeOffset)
  return bytes
}

function readEntry(list: Uint8Array, n: number): ListEntry {
  const at = n * ENTRY_BYTES
  const [high, low, leftAndState, gateAndType] = list.subarray(at + HASH_BYTES, at + ENTRY_BYTES)
  return {
    hash: list.slice(at, at + HASH_BYTES),
    check: (high! << 8) | low!,
    left: leftAndState! >> 3,
    // A state that a later server has lets nobody in.
    state: LIST_STATES[leftAndState! & 0b111] ?? 'void',
    gate: gateAndType! >> 3,
    typeOffset: gateAndType! & 0b111,
  }
}

function entriesOf(list: Uint8Array): Uint8Array[] {
  return Array.from({ length: countEntries(list) }, (_, n) =>
    list.subarray(n * ENTRY_BYTES, (n + 1) * ENTRY_BYTES),
  )
}

function joinEntries(entries: readonly Uint8Array[]): Uint8Array {
  const list = new Uint8Array(entries.length * ENTRY_BYTES)
  for (const [n, entry] of entries.entries()) list.set(entry, n * ENTRY_BYTES)
  return list
}

function isSameHash(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && compareHashes(one, other) === 0
}

function compareHashes(one: Uint8Array, other: Uint8Array): number {
  for (let n = 0; n < HASH_BYTES; n++) {
    if (one[n] !== other[n]) return one[n]! - other[n]!
  }
  return 0
}
