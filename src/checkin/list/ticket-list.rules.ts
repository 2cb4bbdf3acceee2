import { PAYLOAD_LENGTH, readPayload } from '../../tickets/number.rules.ts'

/**
 * The ticket list of an event as gate phones store it: sorted entries of six bytes, with hashes
 * instead of ticket numbers. The first 4 bytes are the start of SHA-256 of the event id and the
 * number's first ten symbols. In the fifth byte, 5 bits are the number of people who can no longer
 * come in, and 3 bits are the ticket's state. The sixth byte is the gate. For an add-on, whose
 * number has no people, the 5 bits are how often it can still be redeemed: an app that does not know
 * add-ons subtracts them from 0 people, and lets no one in (decisions/0232).
 *
 * The list must not reveal ticket numbers, not even to a caller who has the gate key. An entry
 * contains 32 bits of hash, and 50 bits of a number do not depend on the key, so 262,144 possible
 * numbers match each entry. Type and number of people are therefore not stored but read from the
 * shown number (decisions/0100).
 */
export const ENTRY_BYTES = 6
const HASH_BYTES = 4
/** Tickets of further gates enter everywhere while offline, which is better than nowhere. */
export const MAX_GATES = 32

/**
 * The bytes per use. Uses are a second array in the order of the entries. A use says when and by
 * whom the last people of a used ticket were admitted; it is all zeros if the ticket is not used.
 * The first 3 bytes are minutes since 2026. The last 2 bytes are an index into a table of gates and
 * phones that comes with the list. If an add-on can still be redeemed, the minutes are 0 and the
 * last 2 bytes are how often the add-on can be redeemed in total.
 */
export const USE_BYTES = 5
/**
 * The newest format of the list, which phones request. Phones that request formats 1 and 2 get no
 * list, because these formats revealed numbers.
 */
export const LIST_FORM = '4'
/** Whether an app that reads lists up to this format supports events of several days. */
export const readsDays = (form: number | null | undefined): boolean =>
  (form ?? 0) >= Number(LIST_FORM)

/** The format of the list of an event of one day. */
export const ONE_DAY_FORM = '3'
const USES_SINCE = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * The first day of an event of several days, whose list has format 4. Undefined for an event of one
 * day. In format 4 the first 19 bits of a use are minutes since 00:00 in Nairobi of the day before
 * `FirstDay`, which are enough for 364 days. The next 5 bits are the number of a pass's people
 * inside on that day. The pass enters once per day, so the ticket's entry does not count these
 * people as gone (decisions/0234).
 */
export type FirstDay = string | undefined

export const firstDayOf = ({ days }: { days?: readonly { date: string }[] }): FirstDay =>
  days?.[0]?.date

export const formOf = (event: { days?: readonly { date: string }[] }): string =>
  firstDayOf(event) === undefined ? ONE_DAY_FORM : LIST_FORM

/** The time, in ms, from which the uses in format 4 count their minutes. */
export const usesSince = (firstDay: string): number =>
  Date.parse(`${firstDay}T00:00+03:00`) - DAY_MS

/** The states of a ticket. The 3 bits in an entry are the index of the state. */
const LIST_STATES = ['valid', 'refunded', 'transferred', 'revoked', 'void', 'given_back'] as const
type ListState = (typeof LIST_STATES)[number]

export type ListEntry = {
  /** The hash of the number: four bytes. */
  hash: Uint8Array
  /**
   * How many of the people encoded in the ticket number can no longer come in. For an add-on, how
   * often it can still be redeemed.
   */
  gone: number
  state: ListState
  gate: number
}

export type TicketList = { entries: Uint8Array; uses: Uint8Array }

/**
 * `at` is in ms, rounded to the minute. `by` is an index into the table of gates and phones.
 * `people` is absent for an event of one day, and 0 unless the ticket enters once per day.
 */
export type Use = { at: number; by: number; people?: number }

/** Computes SHA-256 of a UTF-8 text. The browser and the server pass different implementations. */
type Sha256 = (text: string) => Promise<Uint8Array>

/** Needs the whole number or at least its first ten symbols. */
export async function hashNumber(
  sha256: Sha256,
  eventId: string,
  number: string,
): Promise<Uint8Array> {
  const hash = await sha256(eventId + number.slice(0, PAYLOAD_LENGTH))
  return hash.slice(0, HASH_BYTES)
}

/** The people or redemptions left by the list, without this phone's check-ins since the list. */
export function leftOn({ gone, state }: ListEntry, number: string): number {
  if (state !== 'valid') return 0
  const { kind, admits } = readPayload(number)
  return kind === 'add_on' ? gone : Math.max(0, admits - gone)
}

export function countEntries(list: Uint8Array): number {
  return Math.floor(list.length / ENTRY_BYTES)
}

/** Merges two sorted lists. An entry of `delta` replaces the entry with the same hash. */
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

export function findEntry(list: Uint8Array, hash: Uint8Array): ListEntry | null {
  const n = findPlace(list, hash)
  return n === null ? null : readEntry(list, n)
}

/** Null if the ticket is not on the list, or the list has no use of the ticket. */
export function findUse(
  { entries, uses }: TicketList,
  hash: Uint8Array,
  firstDay?: FirstDay,
): Use | null {
  const n = findPlace(entries, hash)
  return n === null ? null : readUse(uses, n, firstDay)
}

/** How often an add-on can be redeemed in total. Null if the list does not say. */
export function findTotal({ entries, uses }: TicketList, hash: Uint8Array): number | null {
  const n = findPlace(entries, hash)
  const { minutes, by } = n === null ? { minutes: 0, by: 0 } : unpackUse(uses, n)
  return minutes === 0 && by > 0 ? by : null
}

export function readUse(uses: Uint8Array, n: number, firstDay?: FirstDay): Use | null {
  const { minutes: bits, by } = unpackUse(uses, n)
  if (bits === 0) return null
  if (firstDay === undefined) return { at: USES_SINCE + bits * MINUTE_MS, by }
  const at = usesSince(firstDay) + (bits >> 5) * MINUTE_MS
  return { at, by, people: bits & 0b11111 }
}

function unpackUse(uses: Uint8Array, n: number): { minutes: number; by: number } {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = uses.subarray(n * USE_BYTES, (n + 1) * USE_BYTES)
  return { minutes: (a << 16) | (b << 8) | c, by: (d << 8) | e }
}

/**
 * Transposes the list for transport: first the first bytes of all entries, then all second bytes,
 * and so on; then the uses in the same way. Similar bytes are then next to each other and compress
 * well. On the wire, a transposed list with all uses takes no more bytes than an untransposed list
 * without uses.
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

/** Transposes a table. A second call with width and height swapped restores the table. */
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

function readEntry(list: Uint8Array, n: number): ListEntry {
  const at = n * ENTRY_BYTES
  const [goneAndState, gate] = list.subarray(at + HASH_BYTES, at + ENTRY_BYTES)
  return {
    hash: list.slice(at, at + HASH_BYTES),
    gone: goneAndState! >> 3,
    // A newer server may send a state that this app does not know. The ticket then counts as void.
    state: LIST_STATES[goneAndState! & 0b111] ?? 'void',
    gate: gate!,
  }
}

type Packed = { entry: Uint8Array; use: Uint8Array }

function packedOf({ entries, uses }: TicketList): Packed[] {
  return Array.from({ length: countEntries(entries) }, (_, n) => ({
    entry: entries.subarray(n * ENTRY_BYTES, (n + 1) * ENTRY_BYTES),
    use: uses.subarray(n * USE_BYTES, (n + 1) * USE_BYTES),
  }))
}

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
