import { sql } from 'kysely'
import { DEFAULT_GATE } from '../../events/event.rules.ts'
import { takesPlace } from '../../events/sales.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { countOpen } from '../../questions/asked.sql.ts'
import { holderPhone } from '../../tickets/holder.sql.ts'

/** Skips events that another sweep has locked. */
export async function lockEventsToRemind(tx: Tx, day: string): Promise<string[]> {
  const { rows } = await sql<{ event_id: string }>`
    select r.event_id from entry_rule r join event e on e.id = r.event_id
    where r.reminds and r.reminded_for is distinct from ${day}::date
      and ${takesPlace(sql`${day}::date`, sql`${day}::date`)} and e.is_published and e.cancelled_at is null
    order by r.event_id for no key update of r skip locked`.execute(tx)
  return rows.map((row) => row.event_id)
}

type ReminderTicket = {
  ticket_id: string
  number: string
  order_id: string
  phone: string
  language: Language
  gate: string
  title: string
  time: string
  /** The number of the organizer's questions without an answer. */
  questions: number
}

/**
 * Tickets with people who can still come in and for which no reminder for this day is queued. The
 * queued SMS is the record of the reminder. Leaves out phones that opted out of our SMS.
 */
export async function selectToRemind(
  tx: Tx,
  { eventId, day, now }: { eventId: string; day: string; now: Date },
  count: number,
): Promise<ReminderTicket[]> {
  const { rows } = await sql<ReminderTicket>`
    select k.id as ticket_id, k.number, o.id as order_id, o.language, e.title,
      coalesce(d.time, e.time) as time,
      ${holderPhone} as phone,
      coalesce(g.name, ${DEFAULT_GATE}) as gate, ${countOpen(now)} as questions
    from ticket k join "order" o on o.id = k.order_id join event e on e.id = k.event_id
      join ticket_type t on t.id = k.ticket_type_id
      left join event_day d on d.event_id = e.id and d.date = ${day}::date
        and d.n = any(t.day_numbers) and d.cancelled_at is null
      left join gate g on g.id = k.gate_id
    where k.event_id = ${eventId} and k.state = 'valid' and o.state = 'issued'
      and (d.n is not null or t.day_numbers = '{}') and not exists (
      select from message m where m.dedupe_key = 'reminder:' || k.id || ':' || ${day}::text
    ) and ${holderPhone} is not null
      and not exists (select from sms_opt_out s where s.phone = ${holderPhone})
    order by k.id limit ${count}`.execute(tx)
  return rows
}
