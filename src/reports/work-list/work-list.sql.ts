import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../../platform/http/list-page.ts'
import { type TaskGroup, URGENCIES } from '../../platform/tasks/tasks.rules.ts'
import type { Tasks, TaskTimes } from '../../platform/tasks/tasks.ts'

export type WorkItem = {
  id: string
  kind: string
  group: TaskGroup
  /** The index in URGENCIES. */
  rank: number
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

export const URGENT_WORK: Sorting = {
  name: 'urgent_work',
  isDown: false,
  keys: {
    rank: { column: sql`w.rank`, kind: 'integer' },
    since: { column: sql`w.since`, kind: 'instant' },
    id: { column: sql`w.id`, kind: 'text' },
  },
}

const rankOf = (urgency: (typeof URGENCIES)[number]) => sql.lit(URGENCIES.indexOf(urgency))

/** Each kind selects columns of its own, so the rows are united as JSON. */
function unite(tasks: Tasks, times: TaskTimes) {
  const all = Object.entries(tasks).map(
    ([kind, { group, urgency = 'open', rows }]) => sql`
      select ${sql.lit(kind)} as kind, ${sql.lit(group)} as "group", ${rankOf(urgency)} as rank,
        to_jsonb(found) as facts from (${rows(times)}) found`,
  )
  return sql.join(all, sql` union all `)
}

type Wanted = { page: Page; group: TaskGroup | undefined }

/**
 * The number of tasks in each group that has tasks, and the wanted page in the order of
 * URGENT_WORK: up to `limit` + 1 rows. Counts and rows are from one statement, so that they agree.
 */
export async function selectWork(
  db: Db,
  tasks: Tasks,
  times: TaskTimes,
  { page, group }: Wanted,
): Promise<{ items: WorkItem[]; counts: Partial<Record<TaskGroup, number>> }> {
  const isOfGroup = group === undefined ? sql`true` : sql`w."group" = ${group}`
  const { rows } = await sql<
    { counts: Partial<Record<TaskGroup, number>> } & (WorkItem | { id: null })
  >`
    with w as materialized (
      select kind, "group", facts, concat(kind, ':', facts->>'key') as id,
        (facts->>'since')::timestamptz as since,
        case when (facts->>'is_not_today')::boolean then ${rankOf('not_today')} else rank end as rank
      from (${unite(tasks, times)}) united
    ), counted as (select "group", count(*) as count from w group by "group")
    select c.counts, w.*, facts->>'key' as key, facts->>'receipt' as receipt,
      (facts->>'amount_cents')::bigint as amount_cents, (facts->>'until')::timestamptz as until,
      o.id as order_id, o.code as order_code, e.id as event_id, e.title as event_title
    from (select coalesce(jsonb_object_agg("group", count), '{}') as counts from counted) c
      left join (
        select * from w where ${isOfGroup} and ${isBeyond(page)} order by ${sortedBy(page.sorting)}
        limit ${page.limit + 1}
      ) w on true
      left join "order" o on o.id = (facts->>'order_id')::uuid
      left join event e on e.id = coalesce((facts->>'event_id')::uuid, o.event_id)
    order by ${sortedBy(page.sorting)}`.execute(db)
  // Without tasks there is one row, with the counts alone.
  const items = rows.flatMap(({ counts: _, ...item }) => (item.id === null ? [] : [item]))
  return { items, counts: rows[0]?.counts ?? {} }
}

/** The number of all tasks. */
export async function countWork(db: Db, tasks: Tasks, times: TaskTimes): Promise<number> {
  const all = Object.values(tasks).map(({ rows }) => sql`select from (${rows(times)}) found`)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${sql.join(all, sql` union all `)}) w`.execute(db)
  return rows[0]!.count
}
