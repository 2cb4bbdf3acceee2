import { type RawBuilder, sql } from 'kysely'
import { seesNumbers } from '../../events/events.sql.ts'
import { eventDays } from '../../events/sales.sql.ts'
import { isComplimentary } from '../../orders/complimentary/complimentary-orders.sql.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { SoldTotals } from '../approval/measure-requests.sql.ts'

type OpenState = 'running' | 'paused'

export async function selectCancellation(db: Db, eventId: string) {
  return await db
    .selectFrom('event_cancellation')
    .select(['state', 'orders', 'tickets', 'amount_cents', 'reason', 'at', 'stuck'])
    .where('event_id', '=', eventId)
    .executeTakeFirst()
}

export async function insertCancellation(
  tx: Tx,
  row: SoldTotals & { eventId: string; reason: string; askedBy: string; now: Date },
): Promise<void> {
  const { eventId, askedBy, now, ...rest } = row
  await tx
    .insertInto('event_cancellation')
    .values({
      orders: rest.orders,
      tickets: rest.tickets,
      amount_cents: rest.amount_cents,
      reason: rest.reason,
      event_id: eventId,
      requested_by: askedBy,
      at: now,
      state: 'running',
      next_at: now,
    })
    .execute()
}

/**
 * Changes the state from `from` to `to`. Returns false if the cancellation was in another state.
 * Keeps the row locked until the commit, so that no order is refunded at the same time.
 */
export async function changeCancellationState(
  tx: Tx,
  eventId: string,
  { from, to, nextAt }: { from: OpenState; to: OpenState; nextAt: Date | null },
): Promise<boolean> {
  const result = await tx
    .updateTable('event_cancellation')
    .set({ state: to, next_at: nextAt })
    .where('event_id', '=', eventId)
    .where('state', '=', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Ends a cancellation that is running or paused. */
export async function endCancellation(db: Db, eventId: string): Promise<void> {
  await db
    .updateTable('event_cancellation')
    .set({ state: 'done', next_at: null, stuck: 0 })
    .where('event_id', '=', eventId)
    .execute()
}

/**
 * Reserves the cancellation for one job until the time `until`, so that the sweep skips it. Returns
 * false if the cancellation is paused or done.
 */
export async function claimCancellation(db: Db, eventId: string, until: Date): Promise<boolean> {
  const result = await db
    .updateTable('event_cancellation')
    .set({ next_at: until })
    .where('event_id', '=', eventId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

const isCancellationDue = (now: Date) => sql<boolean>`next_at <= ${now} and state = 'running'`

export const areCancellationsDue = (now: Date): RawBuilder<boolean> =>
  sql`exists (select from event_cancellation where ${isCancellationDue(now)} or state = 'paused')`

export async function selectPausedCancellations(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('event_cancellation')
    .select('event_id')
    .where('state', '=', 'paused')
    .execute()
  return rows.map((row) => row.event_id)
}

/**
 * Running cancellations that no job is working on, because the job crashed or the next check is
 * due. Reserves them until the time `until`.
 */
export async function takeCancellationsDue(tx: Tx, now: Date, until: Date): Promise<string[]> {
  const { rows } = await sql<{ event_id: string }>`
    update event_cancellation set next_at = ${until} where event_id in (
      select event_id from event_cancellation
      where ${isCancellationDue(now)} for update skip locked
    ) returning event_id`.execute(tx)
  return rows.map((row) => row.event_id)
}

/**
 * Whether the cancellation is running. Locks the row, so that no admin can pause it before the
 * caller commits.
 */
export async function isRunning(tx: Tx, eventId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('event_cancellation')
    .select('state')
    .where('event_id', '=', eventId)
    .forShare()
    .executeTakeFirst()
  return row?.state === 'running'
}

/** Whether order `o` has tickets that are still sold. */
const isPaidFor = sql<boolean>`(o.state in ('paid', 'issued') and exists (
  select from order_line l join paid_line s on s.order_line_id = l.id
  where l.order_id = o.id and s.status = 'paid'
))`

/** Whether order `o` has tickets that a cancellation takes back: sold or complimentary tickets. */
const isSold = sql<boolean>`(${isPaidFor} or ${isComplimentary})`

/**
 * A batch of orders with sold tickets, ordered by id. Begins after the order with the id `after`.
 */
export async function selectSoldOrders(
  db: Db,
  eventId: string,
  after: string | null,
  count: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o
    where o.event_id = ${eventId} and (${after}::uuid is null or o.id > ${after}) and ${isSold}
    order by o.id limit ${count}`.execute(db)
  return rows.map((row) => row.id)
}

/** The first order with sold tickets. Leaves out complimentary and free orders. */
export async function selectFirstPaid(db: Db, eventId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o
    where o.event_id = ${eventId} and o.payment_method <> 'free' and ${isPaidFor}
    order by o.id limit 1`.execute(db)
  return rows[0]?.id
}

/** Records how many orders a pass could not take back, unless an admin has paused it. */
export async function setStuck(db: Db, eventId: string, stuck: number): Promise<void> {
  await db
    .updateTable('event_cancellation')
    .set({ stuck })
    .where('event_id', '=', eventId)
    .where('state', '=', 'running')
    .execute()
}

/** Records why an order could not be refunded. Replaces the previous error of the order. */
export async function recordFault(
  db: Db,
  fault: { orderId: string; eventId: string; why: string; now: Date },
): Promise<void> {
  const { orderId, eventId, why, now } = fault
  await sql`
    insert into cancellation_fault (order_id, event_id, why, at)
    values (${orderId}, ${eventId}, ${why}, ${now})
    on conflict (order_id) do update set why = excluded.why, at = excluded.at`.execute(db)
}

/**
 * Orders whose refund could not be started and that still have sold tickets. Orders refunded after
 * the failure are left out.
 */
export async function selectFaults(db: Db, viewer: Viewer, eventId: string, count: number) {
  const { rows } = await sql<{ code: string; why: string; sees_numbers: boolean }>`
    select o.code, f.why, ${seesNumbers(viewer)} as sees_numbers
    from cancellation_fault f join "order" o on o.id = f.order_id join event e on e.id = f.event_id
    where f.event_id = ${eventId} and ${isSold}
    order by o.id limit ${count}`.execute(db)
  return rows
}

type Progress = {
  /**
   * Orders without sold tickets whose refund was still to be paid when the event was cancelled.
   */
  due_before: number
  /** Orders whose money has been refunded. */
  refunded: number
  /** Orders with free tickets only, which are void. */
  free: number
  /** Orders whose cancellation SMS has been sent. */
  notified: number
  /** The number of orders whose refund needs manual review. */
  waiting: number
  /** The number of orders whose refund or SMS is in progress. */
  under_way: number
}

/**
 * The refunds that the cancellation caused, and the refunds that were still to be paid when the
 * event was cancelled. Each row has the key of the message to the payer. An order with only free
 * tickets left has no refund: its row has the message that the tickets are void.
 */
const takenBack = (eventId: string) => sql`
  select r.order_id, r.state, r.reason = 'cancelled' and r.created_at >= c.at as is_cancelled,
    false as is_free,
    case when r.is_rest then 'refund_due:' || r.payment_id else 'refund_requested:' || r.id end
      as notice_key
  from refund r join event_cancellation c on c.event_id = r.event_id
  where r.event_id = ${eventId} and (r.reason = 'cancelled' and r.created_at >= c.at
    or (r.created_at <= c.at and (r.done_at is null or r.done_at > c.at)))
  union all
  select o.id, 'done', true, true, m.dedupe_key from "order" o join message m on m.order_id = o.id
  where o.event_id = ${eventId} and m.dedupe_key = 'void_free:' || o.id`

/**
 * The progress of orders with sold tickets or a due refund at the time of the cancellation. Counts
 * an order with several refunds once.
 */
export async function countProgress(db: Db, eventId: string): Promise<Progress> {
  const { rows } = await sql<Progress>`
    with progress as (
      select o.id, (${isSold}) as is_sold, bool_or(r.is_cancelled) as is_cancelled,
        bool_and(r.state = 'done') as is_refunded, bool_and(r.is_free) as is_free,
        bool_and(m.state in ('sent', 'delivered')) as is_notified,
        bool_or(r.state in ('refused', 'manual')) as is_waiting,
        bool_or(r.state in ('due', 'sending', 'sent', 'unknown')
          or m.state in ('queued', 'sending', 'doubtful')) as is_under_way
      from (${takenBack(eventId)}) r join "order" o on o.id = r.order_id
        left join message m on m.dedupe_key = r.notice_key
      group by o.id
    )
    select count(*) filter (where not is_cancelled and not is_sold) as due_before,
      count(*) filter (where is_refunded and not is_sold and not is_free) as refunded,
      count(*) filter (where is_free and not is_sold) as free,
      count(*) filter (where is_notified and not is_sold) as notified,
      count(*) filter (where is_waiting) as waiting,
      count(*) filter (where is_under_way) as under_way
    from progress`.execute(db)
  return rows[0]!
}

/** Data for the buyer's email about an order of a cancelled event. */
export async function selectCancelledOrder(tx: Tx, orderId: string) {
  return await tx
    .selectFrom('order as o')
    .innerJoin('event as e', 'e.id', 'o.event_id')
    .leftJoin('refund as r', (join) =>
      join.onRef('r.order_id', '=', 'o.id').on('r.reason', '=', 'cancelled'),
    )
    .select(['o.id', 'o.code', 'o.email', 'o.language', 'r.amount_cents'])
    .select([
      'o.event_id',
      'e.title',
      'e.image_key',
      'e.description',
      'e.date',
      'e.time',
      'e.location',
    ])
    .select(['e.cancelled_at', 'e.updated_at', eventDays.as('days')])
    .where('o.id', '=', orderId)
    // The order may also have an earlier refund for a cancelled day.
    .orderBy('r.created_at', 'desc')
    .limit(1)
    .$narrowType<{ date: string; time: string }>()
    .executeTakeFirstOrThrow()
}
