import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'

// The amount that M-Pesa charges us for a B2C payment. The payment's result does not state it; a
// status query does.

/** Returns false if the charge is known already. */
export async function setCharge(tx: Tx, refundId: string, cents: number): Promise<boolean> {
  const { rows } = await sql`
    update refund set charge_cents = ${cents}, charge_at = null
    where id = ${refundId} and charge_cents is null returning id`.execute(tx)
  return rows.length === 1
}

/** Sets the time of the next status query for the charge. */
export async function setChargeLook(tx: Tx, refundId: string, at: Date): Promise<void> {
  await sql`update refund set charge_at = ${at}
    where id = ${refundId} and charge_cents is null`.execute(tx)
}

const isChargeDue = (now: Date) => sql<boolean>`charge_at <= ${now}`

export const areChargesDue = (now: Date): RawBuilder<boolean> =>
  sql`exists (select from refund where ${isChargeDue(now)})`

/**
 * Returns refunds whose charge is due for a status query, oldest first. Sets the time of each
 * refund's next query: the earliest of the `pauses` after `done_at` that is still in the future, or
 * null after the last pause.
 */
export async function takeChargesDue(
  tx: Tx,
  { now, pausesMs, count }: { now: Date; pausesMs: readonly number[]; count: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      select id from refund where ${isChargeDue(now)}
      order by charge_at limit ${count} for no key update skip locked
    )
    update refund r set charge_at = (
      select min(${now}::timestamptz + pause * interval '1 millisecond')
      from unnest(${[...pausesMs]}::float8[]) as pause
      where r.done_at + pause * interval '1 millisecond' > ${now}
    )
    from due where r.id = due.id returning r.id`.execute(tx)
  return rows.map(({ id }) => id)
}
