import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'

// What M-Pesa took for a payment to a customer: its result does not say, and a question does.

/** False if it is known. */
export async function setCharge(tx: Tx, refundId: string, cents: number): Promise<boolean> {
  const { rows } = await sql`
    update refund set charge_cents = ${cents}, charge_at = null
    where id = ${refundId} and charge_cents is null returning id`.execute(tx)
  return rows.length === 1
}

/** When M-Pesa is asked about it. */
export async function setChargeLook(tx: Tx, refundId: string, at: Date): Promise<void> {
  await sql`update refund set charge_at = ${at}
    where id = ${refundId} and charge_cents is null`.execute(tx)
}

const isChargeDue = (now: Date) => sql<boolean>`charge_at <= ${now}`

export const areChargesDue = (now: Date): RawBuilder<boolean> =>
  sql`exists (select from refund where ${isChargeDue(now)})`

/**
 * Refunds whose charge is to be asked about now, the longest done first. The next time of each is put
 * off at once: until it was done this long ago, then that long ago, and then there is none.
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
