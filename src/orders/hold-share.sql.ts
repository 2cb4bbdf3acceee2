import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import { recordOf } from './address-record.sql.ts'
import { isOpenOrder } from './open-orders.sql.ts'

export type ShareTerms = {
  now: Date
  /** The share of an address that nothing is known of, in percent; at 100 there is no limit. */
  sharePercent: number
}

/** An address is known for half of what it can be once so many of its orders were paid. */
const PAID_FOR_HALF = 20

/**
 * The share of an address in percent: what a fresh one has, and of the rest the more, the more of its
 * orders were paid, and the fewer prompts came to nothing.
 */
const shareOf = (address: RawBuilder<unknown>, { now, sharePercent }: ShareTerms) => sql`
    (select ${sharePercent}::numeric + (100 - ${sharePercent}::numeric) * r.paid
        / (r.paid + ${PAID_FOR_HALF}) * power(r.paid::numeric / greatest(1, r.paid + r.unpaid), 2)
      from (${recordOf(address, now)}) r)`

/** What open orders of the address hold of the type; but for the order that would be replaced. */
const heldBy = (want: string) => sql`
    (select coalesce(sum(l.quantity), 0)
      from "order" o join order_line l on l.order_id = o.id
      where o.asked_from = ${sql.ref(`${want}.asked_from`)}
        and o.event_id = ${sql.ref(`${want}.event_id`)} and ${isOpenOrder('o')}
        and l.ticket_type_id = ${sql.ref(`${want}.ticket_type_id`)}
        and o.id is distinct from ${sql.ref(`${want}.replaced_id`)})`

/**
 * Whether the unpaid orders of an address would hold more of a ticket type than its share of what is
 * left, which is what nobody bought and no other address holds. One order's most is always within
 * it. The types are under lock, so that nothing comes between counting and holding.
 *
 * `want` is a row: asked_from (null where it is not counted), event_id, ticket_type_id, and of the
 * type capacity, sold, max_per_order and held, without what the order replaced_id gives back;
 * asked_so_far and wanted_so_far say what this address and all want now, this row included.
 */
export function isOverShare(want: string, terms: ShareTerms): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${want}.${name}`)
  const unsold = sql`(${column('capacity')} - ${column('sold')})`
  const upTo = (percent: unknown, left: RawBuilder<unknown>) => sql`
    greatest(${column('max_per_order')}, floor(${left} * ${percent}::numeric / 100))`
  // Nothing is counted while all that anybody holds is within the smallest share, and no record is
  // read while what this address holds is.
  return sql<boolean>`case
    when ${column('asked_from')} is null
      or ${column('wanted_so_far')} + ${column('held')} <= ${upTo(terms.sharePercent, unsold)}
      then false
    else (
      select case when own.total <= ${upTo(terms.sharePercent, sql`own.left`)} then false
        else own.total > ${upTo(shareOf(column('asked_from'), terms), sql`own.left`)} end
      from (
        select mine.held + ${column('asked_so_far')} as total, mine.held
          + ${column('asked_so_far')} + ${unsold} - ${column('held')} - ${column('wanted_so_far')}
          as left
        from (select ${heldBy(want)} as held offset 0) mine
      ) own
    ) end`
}

/** When the first of the holds ends that this address has for the event, if it has any. */
export function firstHoldEnd(want: string): RawBuilder<Date | null> {
  return sql<Date | null>`(
    select min(h.expires_at) from "order" o join hold h on h.order_id = o.id
    where o.asked_from = ${sql.ref(`${want}.asked_from`)}
      and o.event_id = ${sql.ref(`${want}.event_id`)} and ${isOpenOrder('o')}
  )`
}

/**
 * Whether what an order just took again is beyond the share of the address that asked for it; then
 * with the time when its first hold ends.
 */
export async function findOverShare(
  tx: Tx,
  orderId: string,
  terms: ShareTerms,
): Promise<{ held_until: Date | null } | null> {
  const { rows } = await sql<{ held_until: Date | null }>`
    select ${firstHoldEnd('w')} as held_until
    from (
      select o.asked_from, o.event_id, l.ticket_type_id, t.capacity, t.sold, t.max_per_order,
        t.held - l.quantity as held, o.id as replaced_id, l.quantity as asked_so_far,
        l.quantity as wanted_so_far
      from "order" o join order_line l on l.order_id = o.id
        join ticket_type t on t.id = l.ticket_type_id
      where o.id = ${orderId}
    ) w
    where ${isOverShare('w', terms)} limit 1`.execute(tx)
  return rows[0] ?? null
}
