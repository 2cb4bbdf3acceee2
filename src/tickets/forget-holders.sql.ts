import { sql } from 'kysely'
import { type Forgotten, isForgotten } from '../orders/forget-people.sql.ts'
import type { Tx } from '../platform/database/db.ts'

/** Erases holders in tickets and transfers. The tickets stay. */
export async function forgetHolders(tx: Tx, who: Forgotten): Promise<void> {
  const ids = who.orderIds
  await sql`
    update ticket k set holder_phone = null from "order" o
    where o.id = k.order_id and o.id = any(${ids}::uuid[]) and k.holder_phone is not null
      and ${isForgotten(sql`k.holder_phone`, who)}`.execute(tx)
  await sql`
    delete from ticket_transfer_part s
    using ticket_transfer t join ticket k on k.id = t.ticket_id join "order" o on o.id = k.order_id
    where s.transfer_id = t.id and o.id = any(${ids}::uuid[]) and t.state = 'done'
      and ${isForgotten(sql`s.phone`, who)}`.execute(tx)
}

export async function forgetOpenTransfers(tx: Tx, phone: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from ticket_transfer_part where transfer_id in (
      select t.id from ticket_transfer t join ticket_transfer_part s on s.transfer_id = t.id
      where s.phone = ${phone} and t.state <> 'done'
    ) returning transfer_id as id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`delete from ticket_transfer where id = any(${ids}::uuid[])`.execute(tx)
}
