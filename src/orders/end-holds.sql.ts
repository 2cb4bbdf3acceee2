import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import { statesBefore } from './order.rules.ts'

type Ended = { id: string; state: string }

/**
 * Ends those of these orders' holds that are past their end, all in one transaction; answers the
 * orders. An order that somebody else has under lock is left out, and so is a pending one whose
 * payment may be open. The orders first, waiting for none; then their ticket types by id.
 */
export async function endHolds(tx: Tx, orderIds: string[], now: Date): Promise<string[]> {
  const { rows: ended } = await sql<Ended>`
    select o.id, o.state from "order" o join hold h on h.order_id = o.id
    where o.id = any(${orderIds}::uuid[]) and h.state = 'held' and h.expires_at <= ${now}
      and (o.state <> 'pending' or h.ends_at <= ${now})
    for no key update of o, h skip locked`.execute(tx)
  if (ended.length > 0) await releaseTogether(tx, ended, now)
  return ended.map((order) => order.id)
}

async function releaseTogether(tx: Tx, ended: Ended[], now: Date): Promise<void> {
  const ids = ended.map((order) => order.id)
  await sql`select id from ticket_type where id in (
      select ticket_type_id from order_line where order_id = any(${ids}::uuid[])
    ) order by id for no key update`.execute(tx)
  await sql`
    with ended as (
      select * from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as e(id uuid, state text)
    ), released as (
      update hold set state = 'released', updated_at = ${now}
      from ended where order_id = ended.id and hold.state = 'held' returning order_id
    ), given_back as (
      update ticket_type t set held = t.held - n.quantity
      from (
        select ticket_type_id, sum(quantity) as quantity
        from order_line join released using (order_id) group by ticket_type_id
      ) n
      where t.id = n.ticket_type_id
    ), changed as (
      update "order" o set state = 'expired', updated_at = ${now}
      from ended where o.id = ended.id and o.state = any(${statesBefore('expired')})
      returning o.id, ended.state as from_state
    )
    insert into order_event (order_id, from_state, to_state, cause, at)
    select id, from_state, 'expired', 'hold ended', ${now} from changed`.execute(tx)
}
