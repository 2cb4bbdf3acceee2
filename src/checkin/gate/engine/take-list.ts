import type { GateList, UsedBy } from '../../gate.contract.ts'
import {
  type FirstDay,
  firstDayOf,
  formOf,
  fromColumns,
  layOver,
  readUse,
  USE_BYTES,
} from '../../list/ticket-list.rules.ts'
import type { KeptList } from './gate-store.ts'

/** Null if the phone has no list to change, or if this app cannot read the list in the reply. */
export function takeList(list: KeptList | null, news: GateList, at: number): KeptList | null {
  const { columns, used_by: theirs, next } = news
  if (columns === undefined || theirs === undefined) return null
  const { entries, uses } = fromColumns(fromBase64(columns))
  const form = formOf(news.event)
  if (news.is_whole) return { form, bytes: entries, uses: { bytes: uses, by: theirs }, next, at }
  if (!list) return null
  const by = [...list.uses.by]
  const laid = layOver(
    { entries: list.bytes, uses: list.uses.bytes },
    { entries, uses: renumber({ bytes: uses, by: theirs }, by, firstDayOf(news.event)) },
  )
  return { form, bytes: laid.entries, uses: { bytes: laid.uses, by }, next, at }
}

/**
 * Replaces the indexes in the uses of a reply, because each reply has its own table of gates and
 * phones. Adds the reply's gates and phones to the stored table `by`, and returns the uses with the
 * indexes of the stored table. Uses without a time stay unchanged.
 */
function renumber(
  { bytes, by: theirs }: KeptList['uses'],
  by: UsedBy[],
  firstDay: FirstDay,
): Uint8Array {
  const places = theirs.map((one) => placeOf(one, by))
  const uses = bytes.slice()
  const view = new DataView(uses.buffer)
  for (let n = 0; n < bytes.length / USE_BYTES; n++) {
    const use = readUse(bytes, n, firstDay)
    if (use) view.setUint16(n * USE_BYTES + 3, places[use.by]!)
  }
  return uses
}

function placeOf({ phone, gate }: UsedBy, by: UsedBy[]): number {
  const place = by.findIndex((one) => one.phone === phone && one.gate === gate)
  return place >= 0 ? place : by.push({ phone, gate }) - 1
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
