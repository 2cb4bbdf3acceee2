import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/** What came of an address's latest orders: how many were paid, and how many only asked. */
export type AddressRecord = { paid: number; unpaid: number }

/** Older ones say less about who is behind an address by now, and these are enough to tell. */
const LATEST = 200
const RECORD_MS = 24 * 3600_000

/**
 * The record of one address, as a row. An order counts as unpaid only once its prompt went out and
 * came to nothing: one that is still open, or for which the line was too long, says nothing.
 */
export function recordOf(address: RawBuilder<unknown>, now: Date): RawBuilder<AddressRecord> {
  const since = new Date(now.getTime() - RECORD_MS)
  return sql<AddressRecord>`
    select count(latest.paid_at)::int as paid,
      count(*) filter (where latest.paid_at is null)::int as unpaid
    from (
      select o.paid_at from "order" o
      where o.asked_from = ${address} and o.created_at > ${since}
        -- However many wait there, what came of the others is not forgotten.
        and o.is_told
      order by o.created_at desc limit ${LATEST}
    ) latest`
}

/** The record of each of these addresses. */
export async function selectAddressRecords(
  db: Db,
  addresses: readonly string[],
  now: Date,
): Promise<Map<string, AddressRecord>> {
  const { rows } = await sql<AddressRecord & { address: string }>`
    select a.address, record.paid, record.unpaid
    from unnest(${addresses}::text[]) a(address)
      cross join lateral (${recordOf(sql`a.address`, now)}) record`.execute(db)
  return new Map(rows.map(({ address, paid, unpaid }) => [address, { paid, unpaid }]))
}

/**
 * Of orders placed before then it is not kept from where they were asked; answers how many were
 * forgotten. One that is under lock waits for the next round.
 */
export async function forgetAskedFrom(db: Db, before: Date, count: number): Promise<number> {
  const { rows } = await sql`
    with old as materialized (
      select id from "order" where asked_from is not null and created_at < ${before}
      -- As the index is sorted, which has none that are forgotten: else all orders are read.
      order by asked_from, created_at desc
      limit ${count} for no key update skip locked
    )
    update "order" o set asked_from = null from old where o.id = old.id returning o.id`.execute(db)
  return rows.length
}
