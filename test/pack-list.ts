import {
  countEntries,
  ENTRY_BYTES,
  findEntry,
  type ListEntry,
  USE_BYTES,
  type Use,
} from '../src/checkin/list/ticket-list.rules.ts'

const STATES = ['valid', 'refunded', 'transferred', 'revoked', 'void', 'given_back'] as const
const HASH_BYTES = 4

/** Packs a list as PostgreSQL does. The later of two entries with the same hash wins. */
export function packList(entries: readonly ListEntry[]): Uint8Array<ArrayBuffer> {
  const packed = new Map(
    entries.map(({ hash, gone, state, gate }) => {
      const key = Buffer.from(hash.subarray(0, HASH_BYTES))
      const rest = [(gone << 3) | STATES.indexOf(state), gate]
      return [key.toString('hex'), Buffer.from([...key, ...rest])]
    }),
  )
  return new Uint8Array(Buffer.concat([...packed.values()].sort(Buffer.compare)))
}

export function readList(list: Uint8Array): ListEntry[] {
  const hashOf = (at: number) => list.subarray(at, at + HASH_BYTES)
  return Array.from(
    { length: countEntries(list) },
    (_, n) => findEntry(list, hashOf(n * ENTRY_BYTES))!,
  )
}

const USES_SINCE = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000

/**
 * Packs uses in the order of the list's entries: null for an unused ticket, `total` for an unused
 * add-on. With `firstDay`, for an event of several days, packs form 4.
 */
export function packUses(
  uses: readonly (Use | { total: number } | null)[],
  firstDay?: string,
): Uint8Array {
  const since = firstDay ? Date.parse(`${firstDay}T00:00+03:00`) - DAY_MS : USES_SINCE
  const bytes = new Uint8Array(uses.length * USE_BYTES)
  const view = new DataView(bytes.buffer)
  for (const [n, use] of uses.entries()) {
    if (!use) continue
    const { minutes, low } =
      'total' in use
        ? { minutes: 0, low: use.total }
        : { minutes: Math.floor((use.at - since) / 60_000), low: use.by }
    const people = 'people' in use ? use.people! : 0
    const head = firstDay ? (minutes << 5) | people : minutes
    view.setUint8(n * USE_BYTES, head >> 16)
    view.setUint16(n * USE_BYTES + 1, head & 0xffff)
    view.setUint16(n * USE_BYTES + 3, low)
  }
  return bytes
}
