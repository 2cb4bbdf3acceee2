import {
  countEntries,
  ENTRY_BYTES,
  findEntry,
  type ListEntry,
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
