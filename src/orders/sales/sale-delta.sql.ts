import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/** Sum of the deltas of one ticket type and day. */
export type SaleSum = {
  event_id: string
  ticket_type_id: string
  day: string
  /** The number of people that entry tickets admit. */
  tickets: number
  add_ons: number
  revenue_cents: number
  /** People admitted on tickets that were refunded afterwards. */
  people_back: number
  deltas: number
}

export const areSaleDeltas = (): RawBuilder<boolean> => sql`exists (select from sale_delta)`

/**
 * Takes deltas; the caller adds them to the roll-ups in the same transaction. Concurrent calls
 * take different rows. A watermark of ids would miss sales that commit late with a lower id.
 */
export async function takeSaleDeltas(tx: Tx, count: number): Promise<SaleSum[]> {
  const { rows } = await sql<SaleSum>`
    with oldest as materialized (
      -- As a plain subquery, some plans would apply the limit once per row.
      select id from sale_delta order by id limit ${count} for update skip locked
    ), taken as (
      delete from sale_delta d using oldest where d.id = oldest.id
      returning event_id, ticket_type_id, day, tickets, add_ons, revenue_cents, people_back
    )
    select event_id, ticket_type_id, day, sum(tickets)::int as tickets,
      sum(add_ons)::int as add_ons, sum(revenue_cents)::bigint as revenue_cents,
      sum(people_back)::int as people_back, count(*)::int as deltas
    from taken group by event_id, ticket_type_id, day`.execute(tx)
  return rows
}
