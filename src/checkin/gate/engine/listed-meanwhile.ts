import { type Known, lookUp } from './decide-alone.ts'
import type { Row } from './gate-store.ts'

/**
 * Finds the rows that a list already includes although they were answered while it was being
 * fetched. Nobody at the gate waits for a list. Each answer says how many people were left after
 * it, and the list says how many it counts as left. The result may be wrong if another phone undid
 * a check-in of that ticket at the same moment. The next list corrects it seconds later.
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

/** Up to the last after which as many were left; else others came in since, and fewer are left. */
function countListed(rows: readonly Row[], left: number): number {
  const after = rows.map(({ decision }) => decision?.left ?? Number.NEGATIVE_INFINITY)
  const same = after.lastIndexOf(left)
  return 1 + (same >= 0 ? same : after.findLastIndex((people) => people >= left))
}
