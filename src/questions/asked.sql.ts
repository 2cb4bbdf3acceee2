import { type RawBuilder, sql } from 'kysely'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'

/** Whether question `q` is asked today about ticket `k` of type `t` of its event. */
export const isAsked = (now: Date): RawBuilder<boolean> => sql`(q.event_id = k.event_id
  and q.archived_at is null and (q.until is null or q.until >= ${nairobiDate(now)}::date)
  and (q.type_ids is null and t.kind = 'entry' or q.type_ids @> to_jsonb(t.id)))`

/** How many questions about ticket `k` of type `t` lack an answer of one of its people. */
export const countOpen = (now: Date): RawBuilder<number> => sql`(
  select count(*)::int from question q where ${isAsked(now)} and (
    select count(*) from answer a where a.ticket_id = k.id and a.question_id = q.id
  ) < case q.per when 'ticket' then 1 else k.admits end
)`
