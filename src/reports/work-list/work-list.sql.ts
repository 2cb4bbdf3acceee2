import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../../platform/http/list-page.ts'
import type { Tasks, TaskTimes } from '../../platform/tasks/tasks.ts'

export type WorkItem = {
  id: string
  kind: string
  key: string
  since: Date
  order_id: string | null
  order_code: string | null
  event_id: string | null
  event_title: string | null
  receipt: string | null
  amount_cents: number | null
  until: Date | null
  facts: object
}

export const OLDEST_WORK: Sorting = {
  name: 'work',
  isDown: false,
  keys: {
    since: { column: sql`w.since`, kind: 'instant' },
    id: { column: sql`w.id`, kind: 'text' },
  },
}

/**
 * The oldest tasks first. Returns up to `limit` + 1 rows. Each kind selects columns of its own, so
 * the rows are united as JSON.
 */
export async function selectWork(db: Db, tasks: Tasks, times: TaskTimes, page: Page) {
  const all = Object.entries(tasks).map(
    ([kind, { rows }]) => sql`
      select ${sql.lit(kind)} as kind, to_jsonb(found) as facts from (${rows(times)}) found`,
  )
  const { rows } = await sql<WorkItem>`
    with w as (
      select kind, facts, concat(kind, ':', facts->>'key') as id,
        (facts->>'since')::timestamptz as since
      from (${sql.join(all, sql` union all `)}) united
    )
    select w.*, facts->>'key' as key, facts->>'receipt' as receipt,
      (facts->>'amount_cents')::bigint as amount_cents, (facts->>'until')::timestamptz as until,
      o.id as order_id, o.code as order_code, e.id as event_id, e.title as event_title
    from (select * from w where ${isBeyond(page)} order by ${sortedBy(page.sorting)}
        limit ${page.limit + 1}) w
      left join "order" o on o.id = (facts->>'order_id')::uuid
      left join event e on e.id = coalesce((facts->>'event_id')::uuid, o.event_id)
    order by ${sortedBy(page.sorting)}`.execute(db)
  return rows
}
