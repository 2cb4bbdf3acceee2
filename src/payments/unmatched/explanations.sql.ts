import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/** A payment that M-Pesa's list has not shown, with the fields for its audit row. */
type Unexplained = {
  id: string
  event_id: string
  event_title: string
  order_code: string
  mpesa_receipt: string | null
  /**
   * Whether an admin may explain the money. False for money in suspense, because only
   * M-Pesa's list can prove its amount.
   */
  is_open: boolean
  is_explained: boolean
}

export async function lockUnexplained(tx: Tx, id: string): Promise<Unexplained | undefined> {
  const { rows } = await sql<Unexplained>`
    select p.id, e.id as event_id, e.title as event_title, o.code as order_code, p.mpesa_receipt,
      p.state = 'confirmed' and p.use <> 'suspense' and p.listed_at is null as is_open,
      exists (select from payment_explanation x where x.payment_id = p.id) as is_explained
    from payment p join "order" o on o.id = p.order_id join event e on e.id = o.event_id
    where p.id = ${id} for no key update of p`.execute(tx)
  return rows[0]
}

export async function insertExplanation(
  tx: Tx,
  { id, reason, by, now }: { id: string; reason: string; by: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('payment_explanation')
    .values({ payment_id: id, reason, explained_by: by, at: now })
    .execute()
}
