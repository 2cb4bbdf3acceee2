import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { isBeyond, sortedBy } from '../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../platform/http/list-page.ts'
import { holderPhone } from '../tickets/holder.sql.ts'
import type { AnswerCounts, AnswerRow } from './figures.contract.ts'

export async function countAnswers(db: Db, eventId: string): Promise<AnswerCounts['questions']> {
  const { rows } = await sql<AnswerCounts['questions'][number]>`
    select q.id, q.text_en, q.kind, q.archived_at is null as is_asked, (
        select coalesce(jsonb_agg(jsonb_build_object('value', c.value, 'count', (
          select count(*) from answer a where a.question_id = q.id and a.value = c.value
        )) order by c.at), '[]')
        from jsonb_array_elements_text(q.choices) with ordinality c(value, at)
      ) as choices, given.count as answered,
      case when q.archived_at is null then greatest(due.count - given.count, 0) else 0 end
        as no_answer
    from question q cross join lateral (
      select count(*)::int as count from answer where question_id = q.id
    ) given cross join lateral (
      select coalesce(sum(case q.per when 'ticket' then 1 else k.admits end), 0)::int as count
      from ticket k join ticket_type t on t.id = k.ticket_type_id
      where k.event_id = q.event_id and k.state <> 'void'
        and (q.type_ids is null and t.kind = 'entry' or q.type_ids @> to_jsonb(t.id))
    ) due
    where q.event_id = ${eventId} and (q.archived_at is null or given.count > 0)
    order by q.archived_at is not null, q.position, q.id`.execute(db)
  return rows
}

export const BY_TICKET: Sorting = {
  name: 'ticket',
  isDown: false,
  keys: {
    number: { column: sql`r.number`, kind: 'text' },
    person: { column: sql`r.person`, kind: 'integer' },
  },
}

/** The answers of an event, with a row for each person. Returns one row more than the limit. */
export async function selectAnswers(db: Db, eventId: string, page: Page): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    select r.* from (
      select k.number, t.name as ticket_type, ${holderPhone} as phone, g.person, g.answers
      from (
        select a.ticket_id, a.person, jsonb_object_agg(a.question_id, a.value) as answers
        from answer a join question q on q.id = a.question_id
        where q.event_id = ${eventId} group by a.ticket_id, a.person
      ) g join ticket k on k.id = g.ticket_id join ticket_type t on t.id = k.ticket_type_id
        join "order" o on o.id = k.order_id
    ) r
    where ${isBeyond(page)} order by ${sortedBy(page.sorting)} limit ${page.limit + 1}`.execute(db)
  return rows
}

/** The number of rows that `selectAnswers` would return without a limit. */
export async function countAnswerRows(db: Db, eventId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select distinct a.ticket_id, a.person
      from answer a join question q on q.id = a.question_id where q.event_id = ${eventId}
    ) r`.execute(db)
  return rows[0]!.count
}
