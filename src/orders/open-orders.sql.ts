import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'

// An order is open while it waits for its money, and while its tickets stay set aside after a prompt
// that failed. Of one phone there is at most one for each event: the unique index order__open.

/** Whether this order is open; in the index's own words, so that the index is used. */
export function isOpenOrder(order: string): RawBuilder<boolean> {
  return sql.ref<boolean>(`${order}.is_open`)
}

/**
 * Whether this is the open order of a phone for an event: found by its phone. Of an equation of the
 * event PostgreSQL would read all orders of that where it takes them to be few, as in a new shop.
 */
export function isOpenOrderOf(
  order: string,
  { phone, eventId }: { phone: RawBuilder<unknown>; eventId: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${order}.${name}`)
  return sql<boolean>`(${column('phone')} = ${phone}
    and ${column('event_id')} is not distinct from ${eventId} and ${isOpenOrder(order)})`
}

/**
 * The same of an order that is found by its id: not in the index's words, so that no plan reads all
 * that are open in place of one. PostgreSQL takes few to be open when it last counted in a quiet hour.
 */
function isStillOpen(order: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${order}.state`)} = any(${['pending', 'failed']}::text[])`
}

/** Whether its tickets are set aside, of a hold that is found by its order: see isStillOpen. */
export function isHeld(hold: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${hold}.state`)} = ${'held'}`
}

/**
 * Whether a prompt of the order is on its phone, or may be, or its money came in, or is said to have,
 * and M-Pesa's list has yet to show it: then another order may not take its place. Of prompts that
 * nobody can speak for only the latest counts: see isPromptAwaited.
 */
export function isPaymentOpen(order: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from payment p where p.order_id = ${sql.ref(`${order}.id`)} and (
      p.state in ('prompting', 'prompted') or p.use = 'suspense'
      or (p.claim_open and p.state <> 'confirmed')
      or (p.state = 'unknown' and p.attempt = ${sql.ref(`${order}.attempt`)})
    ))`
}

/** Another open order of this phone for this event. */
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

/** Locks the orders that are still open, with their holds and ordered by id; returns their ids. */
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

/** Open orders of an event, from behind the last one of the batch before. */
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

/** Of these orders, which are under lock, those of which no prompt is out and no money awaited. */
export async function selectUnprompted(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o
    where o.id = any(${ids}::uuid[]) and not ${isPaymentOpen('o')} order by o.id`.execute(tx)
  return rows.map((row) => row.id)
}
