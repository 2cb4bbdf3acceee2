import { type RawBuilder, sql } from 'kysely'
import type { SaleStop } from '../events/sales.rules.ts'
import { saleStop } from '../events/sales.sql.ts'
import { atEnd, type Db, type Tx } from '../platform/database/db.ts'
import { endingJobs } from '../platform/jobs/jobs.sql.ts'
import type { RunningJob } from '../platform/jobs/jobs.ts'
import type { Language } from '../platform/values/language.rules.ts'
import type { PaymentMethod } from './new-order.rules.ts'
import { isHeld, isOpenOrder } from './open-orders.sql.ts'
import { type OrderState, statesBefore } from './order.rules.ts'

/** A locked order with its hold and the state of its event. */
export type LockedOrder = {
  id: string
  code: string
  event_id: string
  state: OrderState
  /** Empty after it was erased. The order can then no longer be paid. */
  phone: string
  /** A second phone, which pays and receives the tickets. */
  recipient_phone: string | null
  /** The buyer's network address; by USSD, the calling phone number. Null after deletion. */
  client_network: string | null
  /** The /48 of the buyer's IPv6 address. */
  client_prefix: string | null
  amount_cents: number
  attempt: number
  created_at: Date
  /** When the current state began. */
  since: Date
  hold_state: 'held' | 'sold' | 'released'
  hold_expires_at: Date
  hold_ends_at: Date
  /** Null before the first prompt, or if paybill is not offered. */
  paybill_until: Date | null
  payment_method: PaymentMethod
  /** True if neither the buyer's phone nor address had paid before this order was placed. */
  is_unproven: boolean
  sale_stop: SaleStop | null
  language: Language
  event_cancelled: boolean
  /** The limit of tickets per phone number. Null if there is no limit. */
  max_per_phone: number | null
  event_title: string
  event_date: string
  /** HH:MM:SS */
  event_time: string
  event_location: string
}

/** Locks an order with its hold. Every transaction must lock orders before ticket types. */
export async function lockOrder(tx: Tx, id: string, now: Date): Promise<LockedOrder | undefined> {
  const { rows } = await sql<LockedOrder>`
    select o.id, o.code, o.event_id, o.state, coalesce(o.phone, '') as phone, o.recipient_phone,
      o.client_network, o.client_prefix, h.is_unproven, o.amount_cents,
      o.attempt, o.created_at, o.updated_at as since,
      h.state as hold_state, h.expires_at as hold_expires_at, h.ends_at as hold_ends_at, h.paybill_until, o.payment_method, o.language,
      case when o.phone is null then 'closed' else ${saleStop(now)} end as sale_stop,
      e.cancelled_at is not null as event_cancelled, e.max_per_phone, e.title as event_title,
      e.date as event_date, e.time as event_time, e.location as event_location
    from "order" o join hold h on h.order_id = o.id join event e on e.id = o.event_id
    where o.id = ${id} for no key update of o, h`.execute(tx)
  return rows[0]
}

/**
 * Longer than Lango's transactions usually take, and longer than PostgreSQL needs to find a
 * deadlock (1 s). A lock that is held longer than this may be held for minutes.
 */
const LOCK_TIMEOUT_MS = 2_000

/** Always true. Evaluating it sets the lock time-out until the transaction ends. */
const setLockTimeout = (): RawBuilder<boolean> =>
  sql`(select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)) is not null`

/**
 * Locks orders in the order of their ids. Skips orders that are locked elsewhere. Later statements
 * of the transaction wait for a lock for at most LOCK_TIMEOUT_MS.
 */
export async function lockFreeOrders(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o join hold h on h.order_id = o.id
    where o.id = any(${ids}::uuid[]) and ${setLockTimeout()}
    order by o.id for no key update of o, h skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

export type OrderChange = {
  cause: string
  now: Date
  failureCode?: string | null
  /** The job to delete in the statement that changes the order. */
  job?: Pick<RunningJob, 'claim' | 'noteEnd'>
}

/**
 * Changes the state of an order and writes a row to `order_event`. Changes nothing else. Returns
 * false if the present state does not allow the change, for example because the call is repeated.
 */
export async function changeOrderState(
  tx: Tx,
  id: string,
  to: OrderState,
  change: OrderChange,
): Promise<boolean> {
  return (await changeOrderStates(tx, [id], to, change)).length === 1
}

/** Keeps the list of paid orders that still need tickets and are not to be refunded. */
function trackAwaitingTickets(to: OrderState, now: Date): RawBuilder<unknown> {
  if (to === 'paid') {
    return sql`, entered as (insert into order_awaiting_tickets (order_id, paid_at) select id, ${now} from changed)`
  }
  if (to === 'issued' || to === 'refund_due') {
    return sql`, left_it as (delete from order_awaiting_tickets u using changed where u.order_id = changed.id)`
  }
  return sql``
}

/** Changes the state of orders that the caller has locked. Returns the ids of changed orders. */
export async function changeOrderStates(
  tx: Tx,
  ids: string[],
  to: OrderState,
  change: OrderChange,
): Promise<string[]> {
  const failureCode = sql`${change.failureCode ?? null}::text`
  const { job } = change
  // PostgreSQL plans a statement with an array each time, so a single id is sent without an array.
  const isWanted = ids.length === 1 ? sql`id = ${ids[0]}` : sql`id = any(${ids}::uuid[])`
  const { rows } = await sql<{ order_id: string }>`
    with ${job ? sql`${endingJobs([job.claim])}, ` : sql``}old as (select id, state from "order" where ${isWanted} for no key update),
    changed as (
      update "order" o set state = ${to}, updated_at = ${change.now},
        failure_code = case when ${to} = 'expired' then coalesce(${failureCode}, failure_code)
          else ${failureCode} end,
        paid_at = case when ${to} = 'paid' then ${change.now}::timestamptz
          when ${to} = 'refund_due' and o.payment_method not in ('complimentary', 'free')
            then coalesce(paid_at, ${change.now}) else paid_at end,
        issued_at = case when ${to} = 'issued' then ${change.now}::timestamptz else issued_at end
      from old where o.id = old.id and o.state = any(${statesBefore(to)})
      returning o.id, old.state as from_state
    )${trackAwaitingTickets(to, change.now)}
    insert into order_event (order_id, from_state, to_state, cause, at)
    select id, from_state, ${to}, ${change.cause}, ${change.now} from changed
    returning order_id`.execute(tx)
  if (job) atEnd(job.noteEnd)
  return rows.map((row) => row.order_id)
}

const released = sql<{ id: string }>`
  with failed as materialized (
    -- Starts from the open orders, because they are few. Otherwise PostgreSQL would read all holds.
    select o.id from "order" o where ${isOpenOrder('o')} and o.state = 'failed'
  )
  select o.id from failed join "order" o on o.id = failed.id join hold h on h.order_id = o.id
  where o.state = 'failed' and h.state = 'released'`

export const areReleased = (): RawBuilder<boolean> => sql`exists (${released})`

/** Locks failed orders that released tickets without a prompt. Skips orders locked elsewhere. */
export async function lockReleased(tx: Tx, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${released}
    limit ${count} for no key update of o, h skip locked`.execute(tx)
  return rows.map((row) => row.id)
}

type Prompted = { now: Date; expiresAt: Date; endsAt: Date; isByHand: boolean }

/**
 * Records a prompt and extends the hold. Returns false if the hold has ended. If paybill is
 * offered, `ends_at` counts from the first prompt.
 */
export async function setPromptedAt(
  tx: Tx,
  id: string,
  { now, expiresAt, endsAt, isByHand }: Prompted,
): Promise<boolean> {
  const { rows } = await sql`
    with kept as (
      update hold set updated_at = ${now},
        paybill_until = coalesce(paybill_until, case when ${isByHand} then ${endsAt}::timestamptz end),
        ends_at = coalesce(paybill_until, ${endsAt}),
        expires_at = least(${expiresAt}, paybill_until)
      where order_id = ${id} and ${isHeld('hold')} returning order_id
    )
    update "order" o set prompted_at = ${now} from kept where o.id = kept.order_id
    returning o.id`.execute(tx)
  return rows.length === 1
}

/** Clears `prompted_at` of an order whose only prompt was never sent. */
export async function unsetPromptedAt(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('order')
    .set({ prompted_at: null })
    .where('id', '=', id)
    .where('attempt', '=', 1)
    .execute()
}

/** The price of one ticket in cents, by ticket type. */
export async function selectLinePrices(tx: Tx, orderId: string): Promise<Map<string, number>> {
  const lines = await tx
    .selectFrom('order_line')
    .select(['ticket_type_id', 'price_cents'])
    .where('order_id', '=', orderId)
    .execute()
  return new Map(lines.map((line) => [line.ticket_type_id, line.price_cents]))
}

export async function setOrderAttempt(
  tx: Tx,
  orderId: string,
  phone: string,
  now: Date,
): Promise<number> {
  const row = await tx
    .updateTable('order')
    .set((eb) => ({
      attempt: eb('attempt', '+', 1),
      phone,
      payment_method: 'prompt' as const,
      updated_at: now,
    }))
    .where('id', '=', orderId)
    .returning('attempt')
    .executeTakeFirstOrThrow()
  return row.attempt
}

/**
 * Sets the buyer's phone and email. A `phone` that differs from `recipient_phone` deletes the
 * latter, so that the tickets go to the payer. An absent `email` leaves the stored email.
 */
export async function setBuyer(
  tx: Tx,
  { id, recipient_phone }: LockedOrder,
  { phone, email }: { phone: string | null; email?: string | null },
): Promise<void> {
  const isAnother = phone !== null && phone !== recipient_phone
  const set = { ...(isAnother && { recipient_phone: null }), ...(email !== undefined && { email }) }
  if (Object.keys(set).length === 0) return
  await tx.updateTable('order').set(set).where('id', '=', id).execute()
}

/**
 * Records the gate phone of a door sale, whether the buyer enters, and the gate. Once per order.
 */
export async function noteSeller(
  tx: Tx,
  orderId: string,
  { gatePhoneId, goesIn, gateId }: { gatePhoneId: string; goesIn: boolean; gateId: string | null },
): Promise<void> {
  await tx
    .updateTable('order')
    .set({ sold_by: gatePhoneId, admit_on_issue: goesIn, admit_gate_id: gateId })
    .where('id', '=', orderId)
    .where('sold_by', 'is', null)
    .execute()
}

export async function selectSeller(db: Db, orderId: string) {
  return await db
    .selectFrom('order')
    .select(['event_id', 'sold_by', 'admit_on_issue', 'admit_gate_id'])
    .where('id', '=', orderId)
    .executeTakeFirst()
}

/** The organizations of events. The event's own id for an event without an organization. */
export async function selectOrganizers(
  db: Db,
  eventIds: readonly string[],
): Promise<{ id: string; organizer_id: string }[]> {
  const { rows } = await sql<{ id: string; organizer_id: string }>`
    select id, coalesce(organizer_id, id) as organizer_id from event
    where id = any(${eventIds}::uuid[])`.execute(db)
  return rows
}
