import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'

/** What came of an address's latest orders: how many were paid, and how many only asked. */
export type AddressRecord = { paid: number; unpaid: number }

/** Older ones say less about who is behind an address by now, and these are enough to tell. */
const LATEST = 200
const RECORD_MS = 24 * 3600_000

/**
 * The record of each of these addresses. An order counts as unpaid only once its prompt went out
 * and came to nothing: one that is still open, or for which the line was too long, says nothing.
 */
export async function selectAddressRecords(
  db: Db,
  addresses: readonly string[],
  now: Date,
): Promise<Map<string, AddressRecord>> {
  const since = new Date(now.getTime() - RECORD_MS)
  const { rows } = await sql<AddressRecord & { address: string }>`
    select a.address,
      count(*) filter (where latest.paid_at is not null)::int as paid,
      count(*) filter (where latest.state in ('failed', 'expired')
        and latest.prompted_at is not null)::int as unpaid
    from unnest(${addresses}::text[]) a(address)
      left join lateral (
        select o.state, o.paid_at, o.prompted_at from "order" o
        where o.asked_from = a.address and o.created_at > ${since}
        order by o.created_at desc limit ${LATEST}
      ) latest on true
    group by a.address`.execute(db)
  return new Map(rows.map(({ address, paid, unpaid }) => [address, { paid, unpaid }]))
}
