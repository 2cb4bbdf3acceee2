import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../../platform/http/list-page.ts'
import type { TaskSource, Tasks, TaskTimes } from '../../platform/tasks.ts'

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

/** Selects the rows of a kind. */
function rowsOf(kind: string, source: TaskSource<object>) {
  const facts = Object.entries(source.facts).flatMap(([name, fact]) => [sql.lit(name), fact])
  return sql`
    select ${sql.lit(kind)} as kind, (${source.key})::text as key, ${source.since} as since,
      ${source.order_id ?? sql`null::uuid`} as order_id,
      ${source.event_id ?? sql`null::uuid`} as event_id, ${source.receipt ?? sql`null::text`} as receipt,
      ${source.amount_cents ?? sql`null::bigint`} as amount_cents,
      ${source.until ?? sql`null::timestamptz`} as until,
      jsonb_build_object(${sql.join(facts)}) as facts
    from ${source.from}`
}

/** The oldest tasks first. Returns up to `limit` + 1 rows. */
export async function selectWork(
  db: Db,
  tasks: Tasks,
  times: TaskTimes,
  page: Page,
): Promise<WorkItem[]> {
  const all = sql.join(
    Object.entries(tasks).map(([kind, { rows }]) => rowsOf(kind, rows(times))),
    sql` union all `,
  )
  const { rows } = await sql<WorkItem>`
    with w as (select kind || ':' || key as id, found.* from (${all}) found)
    select w.*, o.code as order_code, e.id as event_id, e.title as event_title
    from (select * from w where ${isBeyond(page)} order by ${sortedBy(page.sorting)}
        limit ${page.limit + 1}) w
      left join "order" o on o.id = w.order_id
      left join event e on e.id = coalesce(w.event_id, o.event_id)
    order by ${sortedBy(page.sorting)}`.execute(db)
  return rows
}
