import { type Known, lookUp } from './decide-alone.ts'
import type { Row } from './gate-store.ts'

/**
 * Which rows are in a list although they were answered while it was under way. Nobody waits at the
 * gate for a list to come, so the list says it: each answer told how many were left after it, and
 * the list how many it counts as left. Where another phone undid one of that ticket in the same
 * moment it may be wrong; the next list, seconds later, puts it right.
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
