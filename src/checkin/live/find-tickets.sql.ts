import { sql } from 'kysely'
import { DEFAULT_GATE, type EventDay } from '../../events/event.rules.ts'
import { daysInOrder } from '../../events/sales.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { doorAnswer } from '../../questions/door-question.sql.ts'
import { holderPhone } from '../../tickets/holder.sql.ts'
import { admittedNow } from '../../tickets/tickets.sql.ts'
import { gatesOfType } from '../checkin.sql.ts'

/** The beginning of a ticket number, the last digits of a holder's phone, or both. */
export type Sought = { number: string; digits?: string }

type FoundRow = {
  ticket_number: string
  ticket_type: string
  admits: number
  left: number
  gate: string
  state: string
  is_add_on: boolean
  answer: string | null
  /** The days of the ticket's type, cancelled ones too. Empty in an event of one day. */
  days: EventDay[]
}

/** At most 20 tickets. If too many match, the caller demands more digits. */
export async function selectSoughtTickets(
  db: Db,
  eventId: string,
  { sought, now }: { sought: Sought; now: Date },
): Promise<FoundRow[]> {
  const { number, digits } = sought
  const begins = sql<boolean>`k.number between ${number} and ${number.padEnd(16, 'Z')}`
  const isIt = digits ? sql<boolean>`(${begins} or ${holderPhone} like ${`%${digits}`})` : begins
  const { rows } = await sql<FoundRow>`
    select k.number as ticket_number, t.name as ticket_type, k.admits,
      case when k.state = 'void' then 0 else greatest(0, k.admits - ${admittedNow(now)}) end as left,
      case when t.kind = 'add_on' then (${gatesOfType}) else coalesce(g.name, ${DEFAULT_GATE}) end
        as gate,
      k.state, t.kind = 'add_on' as is_add_on, ${doorAnswer} as answer, case
        when e.highest_day = 0 then '[]'
        else (select ${daysInOrder} from event_day d
          where d.event_id = e.id and d.n = any(t.day_numbers)) end as days
    from ticket k join "order" o on o.id = k.order_id
      join ticket_type t on t.id = k.ticket_type_id join event e on e.id = k.event_id
      left join gate g on g.id = k.gate_id
    where k.event_id = ${eventId} and ${isIt}
    order by k.state = 'void', k.created_at, k.number limit 20`.execute(db)
  return rows
}
