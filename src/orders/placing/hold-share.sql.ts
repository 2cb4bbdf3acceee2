import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import { isHeld, isOpenOrder } from '../open-orders.sql.ts'
import { recordOf } from './address-record.sql.ts'

/** Of one address and one ticket type. */
export type Share = {
  asked_from: string
  ticket_type_id: string
  event_id: string
  /** What its open orders hold. */
  mine: number
  /** How much of what is left it may hold. */
  percent: number
  /** When the first of its holds for the event ends. */
  held_until: Date | null
}

export type ShareTerms = {
  now: Date
  /** The share of an address that nothing is known of, in percent; at 100 there is no limit. */
  sharePercent: number
}

/** An address is known for half of what it can be once so many of its orders were paid. */
const PAID_FOR_HALF = 20

/**
 * The shares of addresses in ticket types: of each row of `wanted`, with asked_from, ticket_type_id
 * and event_id. A fresh address has the smallest share, and of the rest the more, the more of its
 * orders were paid, and the fewer of its prompts came to nothing.
 */
export function sharesOf(wanted: string, { now, sharePercent }: ShareTerms): RawBuilder<Share> {
  return sql<Share>`
    select w.asked_from, w.ticket_type_id, w.event_id, k.percent, h.mine, h.held_until
    from ${sql.ref(wanted)} w join (
        select a.asked_from, ${sharePercent}::numeric + (100 - ${sharePercent}::numeric)
          * r.paid / (r.paid + ${PAID_FOR_HALF}) * r.paid / greatest(1, r.paid + r.unpaid)
          as percent
        from (select distinct asked_from from ${sql.ref(wanted)}) a
          cross join lateral (${recordOf(sql`a.asked_from`, now)}) r
      ) k on k.asked_from = w.asked_from
      cross join lateral (
        select coalesce(sum(l.quantity) filter (where l.ticket_type_id = w.ticket_type_id), 0)::int
            as mine, min(hold.expires_at) as held_until
        from "order" o join order_line l on l.order_id = o.id
          join hold on hold.order_id = o.id and ${isHeld('hold')}
        where o.asked_from = w.asked_from and o.event_id = w.event_id and ${isOpenOrder('o')}
      ) h`
}

/** The types are under lock wherever something is held by what this says. */
export async function selectShares(
  db: Db,
  of: readonly { asked_from: string | null; ticket_type_id: string }[],
  terms: ShareTerms,
): Promise<Share[]> {
  const wanted = of.filter(({ asked_from }) => asked_from !== null)
  const { rows } = await sql<Share>`
    with wanted as (
      select distinct w.asked_from, w.ticket_type_id, t.event_id
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
          as w(asked_from text, ticket_type_id uuid)
        join ticket_type t on t.id = w.ticket_type_id
    ) ${sharesOf('wanted', terms)}`.execute(db)
  return rows
}

/**
 * Whether one address may come to hold more than its share, whoever holds what: false, and nothing
 * needs to be counted, while all that anybody holds is within the smallest share there is. `type`
 * has capacity, held, sold and max_per_order.
 */
export function isCrowded(
  type: string,
  wanted: RawBuilder<unknown>,
  { sharePercent }: Pick<ShareTerms, 'sharePercent'>,
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${type}.${name}`)
  return sql<boolean>`${wanted} + ${column('held')} > greatest(${column('max_per_order')},
    floor((${column('capacity')} - ${column('sold')}) * ${sharePercent}::numeric / 100))`
}

/**
 * Whether the unpaid orders of an address would hold more of a ticket type than its share of what is
 * left, which is what nobody bought and no other address holds. One order's most is always within it.
 *
 * `want` is a row: of its share, percent and mine, without what the order itself gives back; of the
 * type capacity, sold, max_per_order and held, without that, too; asked_so_far and wanted_so_far say
 * what this address and all want now, this row included. Null where the share is.
 */
export function isOverShare(want: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${want}.${name}`)
  const mine = sql`(${column('mine')} + ${column('asked_so_far')})`
  return sql<boolean>`${mine} > greatest(${column('max_per_order')}, floor(
    (${mine} + ${column('capacity')} - ${column('sold')} - ${column('held')}
      - ${column('wanted_so_far')}) * ${column('percent')} / 100))`
}

/** The lines of an order that took its tickets again, as if it had not: a row for each type. */
const takenAgain = (orderId: string) => sql`
    select o.asked_from, l.ticket_type_id, t.capacity, t.sold, t.max_per_order,
      t.held - l.quantity as held, l.quantity as asked_so_far, l.quantity as wanted_so_far
    from "order" o join order_line l on l.order_id = o.id
      join ticket_type t on t.id = l.ticket_type_id
    where o.id = ${orderId}`

/** The types of which so much is held that the share of its address has to be looked at. */
export async function selectCrowded(
  tx: Tx,
  orderId: string,
  sharePercent: number,
): Promise<{ asked_from: string; ticket_type_id: string }[]> {
  const { rows } = await sql<{ asked_from: string; ticket_type_id: string }>`
    select w.asked_from, w.ticket_type_id from (${takenAgain(orderId)}) w
    where w.asked_from is not null
      and ${isCrowded('w', sql`w.wanted_so_far`, { sharePercent })}`.execute(tx)
  return rows
}

/** Whether its address holds more than its share of one of them by now. */
export async function existsOverShare(tx: Tx, orderId: string, shares: Share[]): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select t.*, s.mine, s.percent
      from (${takenAgain(orderId)}) t join jsonb_to_recordset(${JSON.stringify(shares)}::jsonb)
        as s(ticket_type_id uuid, mine int, percent numeric) using (ticket_type_id)
    ) w where ${isOverShare('w')}`.execute(tx)
  return rows.length > 0
}
