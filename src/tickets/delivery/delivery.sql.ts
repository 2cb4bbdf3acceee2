import { sql } from 'kysely'
import { isVisibleTo } from '../../events/events.sql.ts'
import { isSmsOfTicket } from '../../messages/messages.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'

export type TicketDelivery = {
  id: string
  number: string
  order_id: string
  email: string | null
  /** Phone of the latest SMS; null if none was sent. */
  recipient: string | null
  state: string | null
  last_error: string | null
}

/** Tickets, except void ones, each with the state of its latest SMS. */
export async function selectDeliveries(db: Db, numbers: string[]): Promise<TicketDelivery[]> {
  const { rows } = await sql<TicketDelivery>`
    select k.id, k.number, k.order_id, o.email, m.recipient, m.state, m.last_error
    from ticket k join "order" o on o.id = k.order_id
      left join lateral (
        select m.recipient, m.state, m.last_error from message m
        where m.order_id = k.order_id and m.channel = 'sms'
          and ${isSmsOfTicket(sql`m`, sql`k`)}
        order by m.created_at desc, m.id desc limit 1
      ) m on true
    where k.number = any(${numbers}) and k.state <> 'void'
    order by k.created_at, k.part`.execute(db)
  return rows
}

/** Whether the viewer sees the event of an order, given by its id or the id of one of its lines. */
export async function seesSold(db: Db, viewer: Viewer, id = ''): Promise<boolean> {
  return isUuid(id) && (await selectSoldLine(db, viewer, id)) !== undefined
}

/** Finds an order by its id or a line id, if the viewer manages its event. */
export async function selectSoldLine(db: Db, viewer: Viewer, id: string) {
  const order = sql<string>`coalesce((select order_id from order_line where id = ${id}), ${id})`
  return await db
    .selectFrom('order as o')
    .innerJoin('event as e', 'e.id', 'o.event_id')
    .leftJoin('order_line as l', (join) =>
      join.onRef('l.order_id', '=', 'o.id').on('l.id', '=', id),
    )
    .select(['o.id as order_id', 'l.id as line_id'])
    .where('o.id', '=', order)
    .where(isVisibleTo(viewer))
    .executeTakeFirst()
}
