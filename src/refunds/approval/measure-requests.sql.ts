import { type RawBuilder, sql } from 'kysely'
import type { MeasureRequest } from '../../events/event-change.sql.ts'
import { isGiven } from '../../orders/given/given.sql.ts'
import type { Db, Tx } from '../../platform/database/db.ts'

// A measure is a cancellation or a reschedule of an event. An organizer's request for a measure
// waits in measure_request until an admin decides about it.

/**
 * Totals of an event's sold and complimentary tickets. `amount_cents` is the amount that a
 * cancellation refunds.
 */
export type SoldTotals = { orders: number; tickets: number; amount_cents: number }

/** The sold and given tickets of an event, by order. */
const soldOf = (eventId: RawBuilder<unknown>) => sql`(
  select l.order_id, l.quantity - s.back_quantity as tickets, s.amount_cents - s.back_cents as cents
  from paid_line s join order_line l on l.id = s.order_line_id
  where s.event_id = ${eventId} and s.status = 'paid'
  union all
  select l.order_id, l.quantity, 0
  from given_order g join "order" o on o.id = g.order_id join order_line l on l.order_id = o.id
  where g.event_id = ${eventId} and ${isGiven}
)`

const sumsOf = (eventId: RawBuilder<unknown>) => sql`
  select count(distinct order_id) as orders, coalesce(sum(tickets), 0)::int as tickets,
    coalesce(sum(cents), 0)::bigint as amount_cents
  from ${soldOf(eventId)} sold_or_given`

export async function sumSold(db: Db, eventId: string): Promise<SoldTotals> {
  const { rows } = await sql<SoldTotals>`${sumsOf(sql`${eventId}::uuid`)}`.execute(db)
  return rows[0]!
}

/**
 * The cents that refunds of all sold tickets would take from the organizer: without our fees, and
 * without cash, which the organizer pays back by hand.
 */
export async function selectCost(db: Db, eventId: string): Promise<number> {
  const { rows } = await sql<{ cost_cents: number }>`
    select coalesce(sum(s.amount_cents - s.back_cents - s.fee_cents + s.back_fee_cents), 0)::bigint
      as cost_cents
    from paid_line s join order_line l on l.id = s.order_line_id
      join payment p on p.order_id = l.order_id and p.use = 'sale'
    where s.event_id = ${eventId} and s.status = 'paid' and p.method <> 'cash'`.execute(db)
  return rows[0]!.cost_cents
}

/** Requests `q` with their event `e`, and the totals `sold` of the event. */
export const requestsWithSums: RawBuilder<unknown> = sql`
  measure_request q join event e on e.id = q.event_id
    cross join lateral (${sumsOf(sql`e.id`)}) sold`

/**
 * A hash of all that an admin reads about a request: the request, the event, and its sums. Any
 * change of these changes the hash.
 */
export const requestVersion: RawBuilder<string> = sql<string>`
  md5(jsonb_build_array(q.kind, q.asked_by, q.asked_at, q.reason, q.date, q.time, q.location,
    e.title, e.date, e.time, e.location, e.organizer_id, e.is_published,
    sold.orders, sold.tickets, sold.amount_cents)::text)`

export type StoredRequest = MeasureRequest &
  SoldTotals & { asked_by: string; version: string; asked_at: Date }

export async function selectRequest(tx: Tx, eventId: string): Promise<StoredRequest | undefined> {
  const { rows } = await sql<StoredRequest>`
    select q.kind, q.state, q.reason, q.words, q.date::text, to_char(q.time, 'HH24:MI') as time,
      q.location, q.asked_by, q.asked_at, sold.*, ${requestVersion} as version
    from ${requestsWithSums} where q.event_id = ${eventId}`.execute(tx)
  return rows[0]
}

export type NewRequest = Pick<MeasureRequest, 'kind' | 'reason' | 'date' | 'time' | 'location'> & {
  eventId: string
  askedBy: string
  now: Date
}

/** Inserts a request that waits, in place of an earlier request for the event. */
export async function upsertRequest(tx: Tx, request: NewRequest): Promise<void> {
  const { eventId, askedBy, now, ...asked } = request
  const row = { ...asked, state: 'sent', asked_by: askedBy, asked_at: now, words: '' }
  await tx
    .insertInto('measure_request')
    .values({ event_id: eventId, ...row })
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet(row))
    .execute()
}

/** Deletes the event's request and returns its state. Undefined if there was no request. */
export async function deleteRequest(
  tx: Tx,
  eventId: string,
): Promise<MeasureRequest['state'] | undefined> {
  const { rows } = await sql<Pick<MeasureRequest, 'state'>>`
    delete from measure_request where event_id = ${eventId} returning state`.execute(tx)
  return rows[0]?.state
}

export async function markReturned(tx: Tx, eventId: string, words: string): Promise<void> {
  await tx
    .updateTable('measure_request')
    .set({ state: 'returned', words })
    .where('event_id', '=', eventId)
    .execute()
}
