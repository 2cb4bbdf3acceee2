import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../../platform/http/list-page.ts'
import { URGENCIES, type Urgency } from '../../platform/tasks/tasks.contract.ts'
import type { Tasks, TaskTimes } from '../../platform/tasks/tasks.ts'
import type { WorkCounts } from './work-list.contract.ts'

export type WorkItem = {
  id: string
  kind: string
  group: string
  /** The index in URGENCIES. */
  rank: number
  key: string
  since: Date
  order_id: string | null
  order_code: string | null
  event_id: string | null
  event_title: string | null
  receipt: string | null
  phone: string | null
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

const rankOf = (urgency: Urgency) => sql.lit(URGENCIES.indexOf(urgency))

/** Each kind selects columns of its own, so the rows are united as JSON. */
function unite(tasks: Tasks, times: TaskTimes) {
  const all = Object.entries(tasks).map(
    ([kind, { group, urgency = 'open', rows }]) => sql`
      select ${sql.lit(kind)} as kind, ${sql.lit(group)} as "group", ${rankOf(urgency)} as rank,
        to_jsonb(found) as facts from (${rows(times)}) found`,
  )
  return sql.join(all, sql` union all `)
}

/**
 * The number of tasks in each group that has tasks, and the wanted page in the order of
 * URGENT_WORK: up to `limit` + 1 rows. Counts and rows are from one statement, so that they agree.
 * The limits of 1 let PostgreSQL look up each row by its id: it cannot estimate the number of tasks,
 * and would otherwise read all orders and events.
 */
export async function selectWork(
  db: Db,
  tasks: Tasks,
  times: TaskTimes,
  { page, group }: { page: Page; group: string | undefined },
): Promise<{ items: WorkItem[]; counts: WorkCounts }> {
  const isOfGroup = group === undefined ? sql`true` : sql`w."group" = ${group}`
  const { rows } = await sql<{ counts: WorkCounts } & (WorkItem | { id: null })>`
    with w as materialized (
      select kind, "group", facts, concat(kind, ':', facts->>'key') as id,
        (facts->>'since')::timestamptz as since,
        case when (facts->>'is_not_today')::boolean then ${rankOf('not_today')} else rank end as rank
      from (${unite(tasks, times)}) united
    ), counted as (select "group", count(*) as count from w group by "group")
    select c.counts, w.*, facts->>'key' as key, facts->>'receipt' as receipt,
      coalesce(facts->>'phone', case when (facts->>'is_payer_hidden')::boolean then o.phone end)
        as phone,
      (facts->>'amount_cents')::bigint as amount_cents, (facts->>'until')::timestamptz as until,
      o.id as order_id, o.code as order_code, e.id as event_id, e.title as event_title
    from (select coalesce(jsonb_object_agg("group", count), '{}') as counts from counted) c
      left join (
        select * from w where ${isOfGroup} and ${isBeyond(page)} order by ${sortedBy(page.sorting)}
        limit ${page.limit + 1}
      ) w on true
      left join lateral (
        select * from "order" where id = (facts->>'order_id')::uuid limit 1
      ) o on true
      left join lateral (
        select * from event where id = coalesce((facts->>'event_id')::uuid, o.event_id) limit 1
      ) e on true
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
