import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import { knownPhone, type PaymentRow } from '../payments.sql.ts'
import type { QueuedAddress } from './prompt-queue.rules.ts'

export type QueueTerms = {
  /** Payments that were queued before this time have given up. */
  queuedAfter: Date
  /** Skips payments that M-Pesa's response 'later' put back after this time. */
  putBackBefore: Date
  /** Prompts sent after this time count for or against their address. */
  promptedAfter: Date
}

/** The requesting address; for IPv6 its /48, which one caller may own; if unknown, the phone. */
const address = sql`coalesce(o.client_prefix, o.client_network, p.phone)`

/**
 * The queue by address. Adds each of `addresses` that has a recent prompt but no queued payment.
 */
export async function selectQueue(
  db: Db,
  terms: QueueTerms,
  addresses: readonly string[] = [],
): Promise<QueuedAddress[]> {
  const { rows } = await sql<Omit<QueuedAddress, 'first'> & { id: string | null; since: Date }>`
    with waiting as (
      select p.id, ${address} as address, p.created_at,
        -- A queued row changes only when the payment is put back.
        (p.updated_at = p.created_at or p.updated_at <= ${terms.putBackBefore}) and not exists (
          select from payment x where x.phone = p.phone and x.open_status = 'out'
        ) as ready
      from payment p join "order" o on o.id = p.order_id
      where p.open_status = 'in_line' and p.created_at > ${terms.queuedAfter}
    ), queue as (
      select address, count(*)::int as waiting,
        (array_agg(id order by created_at, id) filter (where ready))[1] as id,
        min(created_at) filter (where ready) as since
      from waiting group by address
    ), recent as (
      select ${address} as address, count(*) filter (where p.state = 'confirmed')::int as paid,
        count(*) filter (where p.state <> 'confirmed')::int as unpaid
      from payment p join "order" o on o.id = p.order_id
      where p.prompting_at > ${terms.promptedAfter} group by 1
    )
    select address, coalesce(waiting, 0) as waiting, id, since, coalesce(paid, 0) as paid,
      coalesce(unpaid, 0) as unpaid
    from queue full join recent using (address)
    where queue.address is not null or address = any(${addresses}::text[])`.execute(db)
  return rows.map(({ id, since, ...row }) => ({
    ...row,
    first: id === null ? null : { id, since },
  }))
}

/** Counts all queued payments, also payments that cannot be prompted now. */
export async function countQueued(db: Db): Promise<number> {
  const row = await db
    .selectFrom('payment')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`open_status = 'in_line'`)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Reads the payment without a lock, because the order must be locked first. */
export async function selectPayment(tx: Tx, id: string): Promise<PaymentRow> {
  return await tx
    .selectFrom('payment')
    .selectAll()
    .select(knownPhone)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
