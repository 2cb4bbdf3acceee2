import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { AddressRecord } from './address-record.rules.ts'

/** The most orders in a record. Older orders no longer describe who uses an address. */
const LATEST = 200
const RECORD_MS = 24 * 3600_000

/**
 * The record of one IP address, or of one /48 of IPv6. Open orders do not count. Orders that were
 * refused because the prompt queue was too long do not count either.
 */
export function recordOf(address: RawBuilder<unknown>, now: Date): RawBuilder<AddressRecord> {
  const of = (column: Column) => latestOf(column, address, now)
  return sql<AddressRecord>`
    select count(latest.paid_at)::int as paid,
      count(*) filter (where latest.paid_at is null)::int as unpaid
    from (${of('client_network')} union all ${of('client_prefix')}) latest`
}

/** Whether the record of `w.column`, which is an address or a /48, contains a paid order. */
export function hasPaidLately(column: Column, now: Date): RawBuilder<boolean> {
  const latest = latestOf(column, sql.ref(`w.${column}`), now)
  return sql<boolean>`exists (select from ${latest} latest where latest.paid_at is not null)`
}

type Column = 'client_network' | 'client_prefix'

function latestOf(column: Column, address: RawBuilder<unknown>, now: Date) {
  const since = new Date(now.getTime() - RECORD_MS)
  // Leaves out open orders, because they must not push older results out of the record.
  return sql`(
    select o.paid_at from "order" o
    where ${sql.ref(`o.${column}`)} = ${address} and o.created_at > ${since}
      and o.counts_for_reputation
    order by o.created_at desc limit ${LATEST})`
}

/** Deletes addresses of up to `count` orders and returns their number. Skips locked orders. */
export async function forgetClientNetworks(db: Db, before: Date, count: number): Promise<number> {
  const { rows } = await sql`
    with old as materialized (
      select id from "order" where client_network is not null and created_at < ${before}
      -- In the order of order__client_network; any other order would read all orders.
      order by client_network, created_at desc
      limit ${count} for no key update skip locked
    )
    update "order" o set client_network = null, client_prefix = null from old where o.id = old.id returning o.id`.execute(
    db,
  )
  return rows.length
}
