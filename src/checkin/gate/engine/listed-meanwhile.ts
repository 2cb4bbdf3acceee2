import { type Known, lookUp } from './decide-alone.ts'
import type { Row } from './gate-store.ts'

/**
 * Finds rows that the new list already includes although their responses came during its download.
 * Stewards do not wait for a download, so the phone compares two counts: each response has the
 * number of people left after it, and so has the list. If another phone undoes a check-in of the
 * ticket during the download, the result can be wrong until the next list, seconds later.
 */
export async function listedMeanwhile(known: Known, told: ReadonlySet<Row>): Promise<Row[]> {
  const answered = known.rows.filter(
    (row) => row.state === 'sent' && !row.isListed && row.moved !== 0 && !told.has(row),
  )
  const listed: Row[] = []
  for (const payload of new Set(answered.map((row) => row.payload))) {
    const rows = answered.filter((row) => row.payload === payload)
    const left = (await lookUp(known, payload))?.entry.left
    if (left !== undefined) listed.push(...rows.slice(0, countListed(rows, left)))
  }
  return listed
}

/**
 * Counts the rows up to the last one with `left` people left. With no such row other phones let
 * people in since.
 */
function countListed(rows: readonly Row[], left: number): number {
  const after = rows.map(({ decision }) => decision?.left ?? Number.NEGATIVE_INFINITY)
  const same = after.lastIndexOf(left)
  return 1 + (same >= 0 ? same : after.findLastIndex((people) => people >= left))
}
