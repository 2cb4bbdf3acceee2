import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'

// An order is open while it is pending, and after a failed prompt until it is paid or its hold
// ends. A phone has at most one open order per event (unique index order__open).

/** Whether an order is open. Written exactly like the partial indexes so that they are used. */
export function isOpenOrder(order: string): RawBuilder<boolean> {
  return sql.ref<boolean>(`${order}.is_open`)
}

export function isOpenOrderOf(
  order: string,
  { phone, eventId }: { phone: RawBuilder<unknown>; eventId: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${order}.${name}`)
  return sql<boolean>`(${column('phone')} = ${phone}
    and ${column('event_id')} = ${eventId} and ${isOpenOrder(order)})`
}

/**
 * Whether an order that is found by its id is open. Not written like the partial indexes: with
 * statistics of a quiet hour PostgreSQL would read all open orders instead (decisions/0085).
 */
function isStillOpen(order: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${order}.state`)} = any(${['pending', 'failed']}::text[])`
}

/** Whether a hold is held. Avoids the partial indexes for the same reason as isStillOpen. */
export function isHeld(hold: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${hold}.state`)} = ${'held'}`
}

/**
 * Whether the buyer may be paying. A prompt may be open, or M-Pesa's list does not show a reported
 * payment yet. No other order may then replace this order. If the results of several prompts are
 * unknown, only the latest prompt counts.
 */
export function isPaymentOpen(order: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from payment p where p.order_id = ${sql.ref(`${order}.id`)} and (
      p.state in ('prompting', 'prompted') or p.use = 'suspense'
      or (p.is_unverified and p.state <> 'confirmed')
      or (p.state = 'unknown' and p.attempt = ${sql.ref(`${order}.attempt`)})
    ))`
}

export async function findOpenOrder(
  tx: Tx,
  of: { phone: string; eventId: string; exceptId: string },
): Promise<string | null> {
  const its = { phone: sql`${of.phone}`, eventId: sql`${of.eventId}::uuid` }
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o
    where ${isOpenOrderOf('o', its)} and o.id <> ${of.exceptId}`.execute(tx)
  return rows[0]?.id ?? null
}

/** Locks the still open orders with their holds, sorted by id. Returns the orders' ids. */
export async function lockOpenOrders(
  tx: Tx,
  ids: readonly string[],
  { skipLocked = false } = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o join hold h on h.order_id = o.id
    where o.id = any(${ids}::uuid[]) and ${isStillOpen('o')}
    order by o.id for no key update of o, h${skipLocked ? sql` skip locked` : sql``}`.execute(tx)
  return rows.map((row) => row.id)
}

export async function existsOpenPayment(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select ${isPaymentOpen('o')} as is_open from "order" o where o.id = ${orderId}`.execute(tx)
  return rows[0]!.is_open
}

/** Open orders of an event, sorted by id. `after` is the last order of the previous batch. */
export async function selectOpenOrders(
  db: Db,
  eventId: string,
  after: string | null,
  count: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o
    where o.event_id = ${eventId} and ${isOpenOrder('o')}
      and (${after}::uuid is null or o.id > ${after})
    order by o.id limit ${count}`.execute(db)
  return rows.map((row) => row.id)
}

export async function selectUnprompted(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o
    where o.id = any(${ids}::uuid[]) and not ${isPaymentOpen('o')} order by o.id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Sets the phone that receives the tickets. The caller has locked the order. */
export async function setRecipientPhone(
  tx: Tx,
  id: string,
  phone: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('order')
    .set({ recipient_phone: phone, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Open orders whose next number has waited for its prompt since `before` or longer. */
export async function selectForgottenPhones(
  db: Db,
  before: Date,
  count: number,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o
    where ${isOpenOrder('o')} and o.recipient_phone <> o.phone and o.updated_at <= ${before}
      and not ${isPaymentOpen('o')}
    order by o.created_at limit ${count}`.execute(db)
  return rows
}
