import type { GateList, UsedBy } from '../../gate.contract.ts'
import {
  countEntries,
  fromColumns,
  layOver,
  packUses,
  readUse,
  USE_BYTES,
} from '../../list/ticket-list.rules.ts'
import type { KeptList } from './gate-store.ts'

/**
 * Merges a reply into the stored list. Null if the reply has only changes and the phone has no
 * list.
 */
export function takeList(list: KeptList | null, news: GateList, at: number): KeptList | null {
  const { entries, uses } = readNews(news)
  const { next } = news
  if (news.is_whole) return { bytes: entries, uses, next, at }
  if (!list) return null
  const by = [...(list.uses?.by ?? [])]
  const laid = layOver(
    { entries: list.bytes, uses: list.uses?.bytes ?? none(list.bytes) },
    { entries, uses: uses ? renumber(uses, by) : none(entries) },
  )
  return { bytes: laid.entries, uses: usesAfter(list, uses, { bytes: laid.uses, by }), next, at }
}

type Uses = KeptList['uses']

/**
 * The uses after merging. If the changes have uses but the stored list has none, the uses stay
 * unknown, so that the full list is requested.
 */
function usesAfter(list: KeptList, news: Uses, laid: NonNullable<Uses>): Uses {
  if (!news) return null
  return list.uses ? laid : undefined
}

/**
 * Unpacks a reply. It has no uses if the server is of an older version, as during a rolling
 * upgrade.
 */
function readNews({ entries, columns, used_by: by }: GateList): {
  entries: Uint8Array
  uses: Uses
} {
  if (columns === undefined || by === undefined) return { entries: fromBase64(entries), uses: null }
  const list = fromColumns(fromBase64(columns))
  return { entries: list.entries, uses: { bytes: list.uses, by } }
}

/**
 * Each reply numbers its gates and phones in a table of its own. Adds them to the phone's stored
 * table, and rewrites the numbers in the reply to those of the stored table.
 */
function renumber({ bytes, by: theirs }: NonNullable<Uses>, by: UsedBy[]): Uint8Array {
  const places = theirs.map((one) => placeOf(one, by))
  const count = bytes.length / USE_BYTES
  const uses = Array.from({ length: count }, (_, n) => readUse(bytes, n))
  return packUses(uses.map((use) => use && { ...use, by: places[use.by]! }))
}

function placeOf({ phone, gate }: UsedBy, by: UsedBy[]): number {
  const place = by.findIndex((one) => one.phone === phone && one.gate === gate)
  return place >= 0 ? place : by.push({ phone, gate }) - 1
}

const none = (entries: Uint8Array) => new Uint8Array(countEntries(entries) * USE_BYTES)

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
