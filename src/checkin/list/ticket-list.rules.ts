import { PAYLOAD_LENGTH } from '../../tickets/number.rules.ts'

/**
 * The list of an event's tickets as a gate phone keeps it: hashes of numbers and no numbers, ten
 * bytes each, sorted. 6 bytes: the beginning of SHA-256 of the event's id and the number's first
 * ten symbols; 2 bytes: of SHA-256 of the event's id and all sixteen, so that a wrong ending is
 * caught whatever key signed it; 5 bits: people left, 3 bits: state; 5 bits: gate, 3 bits: type.
 */
export const ENTRY_BYTES = 10
const HASH_BYTES = 6
const CHECK_BYTES = 2
/**
 * The default gate is 0; five bits tell no more gates apart. The tickets of any further one enter at
 * all gates where no network is: better than at none.
 */
export const MAX_GATES = 32

/**
 * Beside each entry, in the same order, when and by whom a used ticket's last people were let in; all
 * of it zero for any other. 3 bytes: minutes since 2026; 2 bytes: the place of gate and phone in a
 * table that goes with it. Apart from the entries, so that a phone of an older version reads those.
 */
export const USE_BYTES = 5
/** What a phone asks for that can read both as columns; an older one gets its entries alone. */
export const LIST_FORM = '2'
const USES_SINCE = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000

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

/** Of as many entries as uses. */
export type TicketList = { entries: Uint8Array; uses: Uint8Array }

/** `at`: in ms, to the minute. `by`: the place of gate and phone in the table. */
export type Use = { at: number; by: number }

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
  return join(sorted.filter((entry, n) => !isSameHash(entry, sorted[n + 1])))
}

export function readList(list: Uint8Array): ListEntry[] {
  return Array.from({ length: countEntries(list) }, (_, n) => readEntry(list, n))
}

export function countEntries(list: Uint8Array): number {
  return Math.floor(list.length / ENTRY_BYTES)
}

/** Each entry of `delta` in place of the one with its hash, or beside the others: both are sorted. */
export function layOver(list: TicketList, delta: TicketList): TicketList {
  if (delta.entries.length === 0) return list
  const merged: Packed[] = []
  const [old, fresh] = [packedOf(list), packedOf(delta)]
  let next = 0
  for (const one of old) {
    while (next < fresh.length && compareHashes(fresh[next]!.entry, one.entry) < 0) {
      merged.push(fresh[next++]!)
    }
    if (!isSameHash(one.entry, fresh[next]?.entry)) merged.push(one)
  }
  merged.push(...fresh.slice(next))
  return {
    entries: join(merged.map(({ entry }) => entry)),
    uses: join(merged.map(({ use }) => use)),
  }
}

/** The entry with this hash, by halving. */
export function findEntry(list: Uint8Array, hash: Uint8Array): ListEntry | null {
  const n = findPlace(list, hash)
  return n === null ? null : readEntry(list, n)
}

/** When and by whom the ticket with this hash was used; null where the list does not say. */
export function findUse({ entries, uses }: TicketList, hash: Uint8Array): Use | null {
  const n = findPlace(entries, hash)
  return n === null ? null : readUse(uses, n)
}

export function readUse(uses: Uint8Array, n: number): Use | null {
  const [high = 0, middle = 0, low = 0, ...by] = uses.subarray(n * USE_BYTES, (n + 1) * USE_BYTES)
  const minutes = (high << 16) | (middle << 8) | low
  if (minutes === 0) return null
  return { at: USES_SINCE + minutes * MINUTE_MS, by: (by[0]! << 8) | by[1]! }
}

/** As many as entries, in their order. */
export function packUses(uses: readonly (Use | null)[]): Uint8Array {
  const bytes = new Uint8Array(uses.length * USE_BYTES)
  const view = new DataView(bytes.buffer)
  for (const [n, use] of uses.entries()) {
    if (!use) continue
    const minutes = Math.floor((use.at - USES_SINCE) / MINUTE_MS)
    view.setUint8(n * USE_BYTES, minutes >> 16)
    view.setUint16(n * USE_BYTES + 1, minutes & 0xffff)
    view.setUint16(n * USE_BYTES + 3, use.by)
  }
  return bytes
}

/**
 * As it is sent: all first bytes of the entries, all second ones, and so on, then those of the uses.
 * What is alike lies together, so that with all of its uses it is no longer than rows without.
 */
export function toColumns({ entries, uses }: TicketList): Uint8Array {
  const columns = new Uint8Array(entries.length + uses.length)
  columns.set(turn(entries, ENTRY_BYTES, countEntries(entries)))
  columns.set(turn(uses, USE_BYTES, countEntries(entries)), entries.length)
  return columns
}

export function fromColumns(columns: Uint8Array): TicketList {
  const count = Math.floor(columns.length / (ENTRY_BYTES + USE_BYTES))
  const end = count * ENTRY_BYTES
  return {
    entries: turn(columns.subarray(0, end), count, ENTRY_BYTES),
    uses: turn(columns.subarray(end, end + count * USE_BYTES), count, USE_BYTES),
  }
}

/** Rows of so many bytes, `height` of them, as columns; the same again is the other way round. */
function turn(bytes: Uint8Array, width: number, height: number): Uint8Array {
  const turned = new Uint8Array(bytes.length)
  let next = 0
  for (let column = 0; column < width; column++) {
    for (let row = 0; row < height; row++) turned[next++] = bytes[row * width + column]!
  }
  return turned
}

function findPlace(list: Uint8Array, hash: Uint8Array): number | null {
  let [low, high] = [0, countEntries(list) - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compareHashes(list.subarray(middle * ENTRY_BYTES), hash)
    if (order === 0) return middle
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

type Packed = { entry: Uint8Array; use: Uint8Array }

function packedOf({ entries, uses }: TicketList): Packed[] {
  return Array.from({ length: countEntries(entries) }, (_, n) => ({
    entry: entries.subarray(n * ENTRY_BYTES, (n + 1) * ENTRY_BYTES),
    use: uses.subarray(n * USE_BYTES, (n + 1) * USE_BYTES),
  }))
}

/** Of one length. */
function join(parts: readonly Uint8Array[]): Uint8Array {
  const width = parts[0]?.length ?? 0
  const all = new Uint8Array(parts.length * width)
  for (const [n, part] of parts.entries()) all.set(part, n * width)
  return all
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
