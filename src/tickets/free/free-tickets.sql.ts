import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import { doorsOf } from '../tickets.sql.ts'
import type { GiveBackFacts } from './give-back.rules.ts'

export type FreeTicket = GiveBackFacts & {
  id: string
  order_id: string
  order_line_id: string
  ticket_type: string
  kind: string
  /** The phone that has the ticket. Null once erased. */
  holder: string | null
}

/** Locks the ticket with the lock that a check-in takes. The caller has locked the order. */
export async function lockFreeTicket(tx: Tx, id: string): Promise<FreeTicket> {
  await sql`select from ticket where id = ${id} for no key update`.execute(tx)
  return (await selectFreeTicket(tx, id))!
}

/** Returns tickets of any order; `isFree` says whether the order is free. */
export async function selectFreeTicket(db: Db, id: string): Promise<FreeTicket | undefined> {
  const { rows } = await sql<FreeTicket>`
    select k.id, k.order_id, k.order_line_id, t.name as ticket_type, k.admits,
      t.sold_in as "soldIn", t.kind,
      case when k.sent_from is null then coalesce(o.recipient_phone, o.phone)
        else k.holder_phone end as holder,
      o.payment_method = 'free' as "isFree", o.state = 'issued' and k.state <> 'void' as "isGood",
      e.cancelled_at is not null as "isCancelled", k.admitted + k.excess as inside,
      ${doorsOf} as "doorsAt"
    from ticket k join "order" o on o.id = k.order_id join event e on e.id = k.event_id
      join ticket_type t on t.id = k.ticket_type_id
    where k.id = ${id}`.execute(db)
  return rows[0]
}
