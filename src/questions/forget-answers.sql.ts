import { sql } from 'kysely'
import { type Forgotten, isForgotten } from '../orders/forget-people.sql.ts'
import type { Tx } from '../platform/database/db.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'

/** Deletes the answers of a person's tickets. Buyer and receiver of a ticket may both have answered. */
export async function forgetAnswers(tx: Tx, who: Forgotten): Promise<void> {
  await sql`
    delete from answer a using ticket k join "order" o on o.id = k.order_id
    where a.ticket_id = k.id and o.id = any(${who.orderIds}::uuid[])
      and (${isForgotten(sql`k.holder_phone`, who)} or k.sent_from is null
        and (${isForgotten(sql`o.phone`, who)} or ${isForgotten(sql`o.recipient_phone`, who)}))`.execute(
    tx,
  )
}

/** Deletes up to `count` answers of events from before the day of `before`; returns how many. */
export async function deletePastAnswers(tx: Tx, before: Date, count: number): Promise<number> {
  const { rows } = await sql`
    with past as materialized (
      select a.ticket_id, a.question_id, a.person
      from event e join question q on q.event_id = e.id join answer a on a.question_id = q.id
      where e.last_date < ${nairobiDate(before)}::date limit ${count}
    )
    delete from answer a using past
    where a.ticket_id = past.ticket_id and a.question_id = past.question_id
      and a.person = past.person
    returning a.person`.execute(tx)
  return rows.length
}
