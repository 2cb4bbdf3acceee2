import { type RawBuilder, sql } from 'kysely'
import { isUpcoming } from '../../events/sales.sql.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { holderPhone } from '../../tickets/holder.sql.ts'
import { countOpen } from '../asked.sql.ts'

/** Tickets `k` that still admit people, lack an answer and have a phone that takes our SMS. */
const asking = (now: Date): RawBuilder<unknown> => sql`
  ticket k join ticket_type t on t.id = k.ticket_type_id join "order" o on o.id = k.order_id
    join event e on e.id = k.event_id
  where k.state = 'valid' and o.state = 'issued' and e.is_published and e.cancelled_at is null
    and ${isUpcoming(now)} and ${holderPhone} is not null
    and not exists (select from sms_opt_out s where s.phone = ${holderPhone})
    and ${countOpen(now)} > 0`

/** The number of tickets that a reminder would reach now. */
export async function countToRemind(db: Db, eventId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${asking(now)} and k.event_id = ${eventId}
      and not exists (select from answer_reminder r where r.ticket_id = k.id)`.execute(db)
  return rows[0]!.count
}

/** Queues the reminders of an event, at most one for each ticket. Returns their number. */
export async function insertReminders(tx: Tx, eventId: string, now: Date): Promise<number> {
  const result = await sql`
    insert into answer_reminder (ticket_id, event_id, asked_at)
    select k.id, k.event_id, ${now} from ${asking(now)} and k.event_id = ${eventId}
    on conflict do nothing`.execute(tx)
  return Number(result.numAffectedRows)
}

export const areRemindersWaiting: RawBuilder<boolean> = sql`exists (
  select from answer_reminder where ended_at is null)`

/** Locks up to `count` waiting reminders. Skips rows that another sweep has locked. */
export async function lockWaiting(tx: Tx, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ticket_id as id from answer_reminder where ended_at is null
    order by asked_at, ticket_id limit ${count} for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

type AskingTicket = {
  id: string
  number: string
  order_id: string
  phone: string
  language: Language
  title: string
  count: number
}

/** Leaves out tickets that got all answers, and tickets whose holder can get no SMS. */
export async function selectAsking(tx: Tx, ids: string[], now: Date): Promise<AskingTicket[]> {
  const { rows } = await sql<AskingTicket>`
    select k.id, k.number, k.order_id, ${holderPhone} as phone, o.language, e.title,
      ${countOpen(now)} as count
    from ${asking(now)} and k.id = any(${ids}::uuid[]) order by k.id`.execute(tx)
  return rows
}

export async function endReminders(tx: Tx, ids: string[], now: Date): Promise<void> {
  await sql`update answer_reminder set ended_at = ${now}
    where ticket_id = any(${ids}::uuid[])`.execute(tx)
}
