import { sql } from 'kysely'
import { salesEnd } from '../events/events.sql.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Overdue } from '../platform/metrics.ts'
import { type OrderState, statesBefore } from './order.rules.ts'
import { orderPaid } from './order-paid.job.ts'

/** The order under lock, with its hold and whether its event still takes buyers in. */
export type LockedOrder = {
  id: string
  code: string
  event_id: string
  state: OrderState
  phone: string
  amount_cents: number
  attempt: number
  created_at: Date
  /** Since when it is in this state. */
  since: Date
  hold_state: 'held' | 'sold' | 'released'
  hold_expires_at: Date
  hold_ends_at: Date
  event_open: boolean
  /** The organizer ticked 'sold out'. */
  event_sold_out: boolean
  event_title: string
}

/** Locks the order first, as every transaction that goes on to ticket types does. */
export async function lockOrder(tx: Tx, id: string, now: Date): Promise<LockedOrder | undefined> {
  const { rows } = await sql<LockedOrder>`
    select o.id, o.code, o.event_id, o.state, o.phone, o.amount_cents, o.attempt, o.created_at,
      o.updated_at as since,
      h.state as hold_state, h.expires_at as hold_expires_at, h.ends_at as hold_ends_at,
      e.is_published and e.cancelled_at is null and ${salesEnd} > ${now} as event_open,
      e.is_sold_out as event_sold_out, e.title as event_title
    from "order" o join hold h on h.order_id = o.id join event e on e.id = o.event_id
    where o.id = ${id} for no key update of o, h`.execute(tx)
  return rows[0]
}

/**
 * What is written beside the change when the order's money comes in or goes back: the lines that
 * were paid and what became of them, for the lists, and what this changes in the figures. A sale
 * adds its lines; a refund of what was sold takes them away from the day on which they were paid.
 */
function sales(to: OrderState, phone: string | null) {
  if (to === 'refunded') return sql`, ${refunds(to)}`
  if (to !== 'paid' && to !== 'refund_due') return sql``
  const sign = sql.lit(to === 'paid' ? 1 : -1)
  return sql`, line as (
      select l.*, c.event_id, c.paid_at, coalesce(${phone}, c.phone) as phone,
        c.from_state in ('paid', 'issued') as was_sold
      from changed c join order_line l on l.order_id = c.id
    ), new_delta as (
      insert into sale_delta (event_id, ticket_type_id, day, tickets, revenue_cents)
      select event_id, ticket_type_id, (paid_at at time zone 'Africa/Nairobi')::date,
        ${sign} * quantity, ${sign} * amount_cents
      from line where ${to} = 'paid' or was_sold
    ), new_paid_line as (
      insert into paid_line (order_line_id, event_id, paid_at, amount_cents, phone, status)
      select id, event_id, paid_at, amount_cents, phone, ${to} from line where not was_sold
    )${to === 'refund_due' ? sql`, ${refunds(to)}` : sql``}`
}

const refunds = (status: 'refund_due' | 'refunded') => sql`refund as (
      update paid_line p set status = ${status}
      from changed c join order_line l on l.order_id = c.id where p.order_line_id = l.id
    )`

/**
 * Moves the order along one of its lines and writes the event row of it. False where the order is
 * in no state from which that line starts: it was a repeat, or something else came first. An order
 * that expires keeps the code with which it failed before.
 */
export async function changeOrderState(
  tx: Tx,
  id: string,
  to: OrderState,
  change: {
    cause: string
    now: Date
    failureCode?: string | null
    /** The phone that paid, where that may be another than the order's. */
    phone?: string
  },
): Promise<boolean> {
  const failureCode = sql`${change.failureCode ?? null}::text`
  const { rows } = await sql<{ order_id: string }>`
    with old as (select id, state from "order" where id = ${id} for no key update),
    changed as (
      update "order" o set state = ${to}, updated_at = ${change.now},
        failure_code = case when ${to} = 'expired' then coalesce(${failureCode}, failure_code)
          else ${failureCode} end,
        paid_at = case when ${to} = 'paid' then ${change.now}::timestamptz
          when ${to} = 'refund_due' then coalesce(paid_at, ${change.now}) else paid_at end,
        issued_at = case when ${to} = 'issued' then ${change.now}::timestamptz else issued_at end
      from old where o.id = old.id and o.state = any(${statesBefore(to)})
      returning o.id, o.event_id, o.phone, o.paid_at, old.state as from_state
    )${sales(to, change.phone ?? null)}
    insert into order_event (order_id, from_state, to_state, cause, at)
    select id, from_state, ${to}, ${change.cause}, ${change.now} from changed
    returning order_id`.execute(tx)
  return rows.length === 1
}

/**
 * The order's ticket types, locked in the order of their ids, with what the order wants. Of a type
 * that was removed nothing is left, not even what a hold gave back since.
 */
const lockedTypes = (orderId: string) => sql`
  locked as materialized (
    select t.id, l.quantity,
      case when t.archived_at is null then t.capacity - t.held - t.sold else 0 end as available
    from ticket_type t join order_line l on l.ticket_type_id = t.id
    where l.order_id = ${orderId}
    order by t.id for no key update of t
  )`

export async function moveHeldToSold(tx: Tx, orderId: string, now: Date): Promise<void> {
  await sql`
    with ${lockedTypes(orderId)}
    update ticket_type t set held = t.held - locked.quantity, sold = t.sold + locked.quantity,
      first_sold_at = coalesce(t.first_sold_at, ${now})
    from locked where t.id = locked.id`.execute(tx)
}

export async function giveBackHeld(tx: Tx, orderId: string): Promise<void> {
  await sql`
    with ${lockedTypes(orderId)}
    update ticket_type t set held = t.held - locked.quantity
    from locked where t.id = locked.id`.execute(tx)
}

/**
 * Takes the order's tickets again, all or none; false where too few are left. Locked by a
 * statement of their own first: see placeOrders.
 */
export async function takeAgain(
  tx: Tx,
  orderId: string,
  as: 'held' | 'sold',
  now: Date,
): Promise<boolean> {
  const sold = as === 'sold'
  await sql`with ${lockedTypes(orderId)} select id from locked`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    with ${lockedTypes(orderId)}, judged as materialized (
      select id, quantity, bool_and(quantity <= available) over () as all_fit from locked
    )
    update ticket_type t set
      held = t.held + case when ${sold} then 0 else judged.quantity end,
      sold = t.sold + case when ${sold} then judged.quantity else 0 end,
      first_sold_at = case when ${sold} then coalesce(t.first_sold_at, ${now})
        else t.first_sold_at end
    from judged where t.id = judged.id and judged.all_fit
    returning t.id`.execute(tx)
  return rows.length > 0
}

/** Changes a hold that is in `from`; false where it is not. */
export async function changeHold(
  tx: Tx,
  orderId: string,
  from: 'held' | 'released',
  set: {
    state?: 'held' | 'sold' | 'released'
    expires_at?: Date
    ends_at?: Date
    updated_at: Date
  },
): Promise<boolean> {
  const result = await tx
    .updateTable('hold')
    .set(set)
    .where('order_id', '=', orderId)
    .where('state', '=', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function setOrderAttempt(
  tx: Tx,
  orderId: string,
  phone: string,
  now: Date,
): Promise<number> {
  const row = await tx
    .updateTable('order')
    .set((eb) => ({ attempt: eb('attempt', '+', 1), phone, updated_at: now }))
    .where('id', '=', orderId)
    .returning('attempt')
    .executeTakeFirstOrThrow()
  return row.attempt
}

/** Holds past their end, oldest first, from behind the last one of the batch before. */
export async function selectHoldsPastEnd(
  db: Db,
  now: Date,
  last: HoldPastEnd | null,
  count: number,
): Promise<HoldPastEnd[]> {
  return await db
    .selectFrom('hold')
    .select(['order_id', 'expires_at'])
    .where('state', '=', 'held')
    .where('expires_at', '<=', now)
    .$if(last !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('expires_at', 'order_id'), '>', tuple(last!.expires_at, last!.order_id)),
      ),
    )
    .orderBy('expires_at')
    .orderBy('order_id')
    .limit(count)
    .execute()
}

export type HoldPastEnd = { order_id: string; expires_at: Date }

/**
 * Orders that were paid this long ago, have no tickets and no job that would make them. An order
 * whose job fails again and again keeps its one job.
 */
export async function selectForgottenOrders(
  db: Db,
  before: Date,
  count: number,
): Promise<{ id: string; paid_at: Date }[]> {
  const { rows } = await sql<{ id: string; paid_at: Date }>`
    select id, paid_at from "order" o where state = 'paid' and paid_at <= ${before}
      and not exists (
        select from job where name = ${orderPaid.name} and payload->>'orderId' = o.id::text
      )
    order by paid_at limit ${count}`.execute(db)
  return rows
}

/** All orders that were paid this long ago and have no tickets. */
export async function countUnissuedOrders(db: Db, before: Date): Promise<Overdue> {
  const { rows } = await sql<Overdue>`
    select count(*) as count, min(paid_at) as since from "order"
    where state = 'paid' and paid_at <= ${before}`.execute(db)
  return rows[0]!
}
