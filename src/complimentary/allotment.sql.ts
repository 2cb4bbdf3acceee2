import { type RawBuilder, sql } from 'kysely'
import { isVisibleTo } from '../events/events.sql.ts'
import type { SaleStop } from '../events/sales.rules.ts'
import { hasEnded, lastDateOf, saleStop, startOf } from '../events/sales.sql.ts'
import { isComplimentary } from '../orders/complimentary/complimentary-orders.sql.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'

type NewAllotment = {
  id: string
  event_id: string
  ticket_type_id: string
  name: string
  quantity: number
  token: string
  ends_at: Date
  made_by: string
  made_at: Date
}

/** Inserts an allotment. Returns false if an allotment with this id exists. */
export async function insertAllotment(tx: Tx, row: NewAllotment): Promise<boolean> {
  const result = await tx
    .insertInto('allotment')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function selectAllotment(db: Db, id: string) {
  return await db
    .selectFrom('allotment')
    .select(['event_id', 'ticket_type_id', 'name', 'quantity', 'ends_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The event of an allotment. Undefined if the viewer does not manage the event. */
export async function selectAllotmentEvent(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<{ event_id: string; title: string } | undefined> {
  const { rows } = await sql<{ event_id: string; title: string }>`
    select e.id as event_id, e.title from event e join allotment t on t.event_id = e.id
    where ${isVisibleTo(viewer)} and t.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * The allotments of an organizer, or of one event, whose links hand out tickets now. Each has the
 * number of tickets left.
 */
export async function selectOpenLinks(
  db: Db,
  { organizerId, eventId, now }: { organizerId: string; eventId: string | null; now: Date },
): Promise<{ id: string; left: number }[]> {
  const { rows } = await sql<{ id: string; left: number }>`
    select t.id, (t.quantity - t.claimed) / y.sold_in as left
    from event e join allotment t on t.event_id = e.id
      join ticket_type y on y.id = t.ticket_type_id
    where e.organizer_id = ${organizerId} and (${eventId}::uuid is null or e.id = ${eventId})
      and t.ended_at is null and t.ends_at > ${now} and t.claimed < t.quantity
    order by t.id`.execute(db)
  return rows
}

/** An allotment with the columns that decide whether guests can claim, and when it ends. */
export type LockedAllotment = {
  id: string
  event_id: string
  ticket_type_id: string
  name: string
  /** Counts people, like `claimed`. */
  quantity: number
  claimed: number
  /** The number of people per claim. */
  sold_in: number
  ends_at: Date
  ended_at: Date | null
}

/**
 * Locks an allotment. Undefined if it does not exist. Every transaction locks allotments before
 * ticket types.
 */
export async function lockAllotment(
  tx: Tx,
  by: { id: string } | { token: string },
): Promise<LockedAllotment | undefined> {
  const isOne = 'id' in by ? sql`a.id = ${by.id}` : sql`a.token = ${by.token}`
  const { rows } = await sql<LockedAllotment>`
    select a.id, a.event_id, a.ticket_type_id, a.name, a.quantity, a.claimed, a.ends_at, a.ended_at,
      (select t.sold_in from ticket_type t where t.id = a.ticket_type_id) as sold_in
    from allotment a where ${isOne} for no key update`.execute(tx)
  return rows[0]
}

export async function countClaim(tx: Tx, { id, claimed, sold_in }: LockedAllotment): Promise<void> {
  await tx
    .updateTable('allotment')
    .set({ claimed: claimed + sold_in })
    .where('id', '=', id)
    .execute()
}

export async function endAllotment(
  tx: Tx,
  id: string,
  { now, isWithdrawn }: { now: Date; isWithdrawn: boolean },
): Promise<void> {
  const end = { ended_at: now, is_withdrawn: isWithdrawn }
  await tx.updateTable('allotment').set(end).where('id', '=', id).execute()
}

/**
 * The state of the ticket that a phone has claimed from this allotment. Null if the phone has
 * claimed no ticket.
 */
export async function selectClaim(
  tx: Tx,
  allotmentId: string,
  phone: string,
): Promise<'valid' | 'revoked' | null> {
  const { rows } = await sql<{ is_valid: boolean }>`
    select ${isComplimentary} as is_valid from complimentary_order g join "order" o on o.id = g.order_id
    where g.allotment_id = ${allotmentId} and o.phone = ${phone}`.execute(tx)
  const [claim] = rows
  if (!claim) return null
  return claim.is_valid ? 'valid' : 'revoked'
}

/** The event whose tickets a link hands out. Undefined if no allotment has this link. */
export async function selectEventOfLink(
  db: Db,
  token: string,
): Promise<{ id: string; organizer_id: string | null } | undefined> {
  return await db
    .selectFrom('allotment as t')
    .innerJoin('event as e', 'e.id', 't.event_id')
    .select(['e.id', 'e.organizer_id'])
    .where('t.token', '=', token)
    .executeTakeFirst()
}

export async function selectSaleStop(tx: Tx, eventId: string, now: Date): Promise<SaleStop | null> {
  const { rows } = await sql<{ stop: SaleStop | null }>`
    select ${saleStop(now)} as stop from event e where e.id = ${eventId}`.execute(tx)
  return rows[0]!.stop
}

export type AllotmentFacts = {
  name: string
  event_id: string
  event: string
  /** Date and time of the first day that the ticket is for, and the date of the last. */
  date: string
  time: string
  until: string
  location: string
  ticket_type: string
  /** Counts units, such as tables, like `claimed`. */
  quantity: number
  claimed: number
  sold_in: number
  kind: string
  ends_at: Date
  ended_at: Date | null
  is_withdrawn: boolean
  stop: SaleStop | null
}

/** The facts for the page behind an allotment's link. Undefined if no allotment has this link. */
export async function selectAllotmentFacts(
  db: Db,
  token: string,
  now: Date,
): Promise<AllotmentFacts | undefined> {
  const { rows } = await sql<AllotmentFacts>`
    select a.name, a.event_id, e.title as event, ${startOf}::date::text as date,
      to_char(${startOf}, 'HH24:MI') as time, ${lastDateOf}::text as until,
      e.location, t.name as ticket_type, a.quantity / t.sold_in as quantity,
      a.claimed / t.sold_in as claimed, t.sold_in, t.kind, a.ends_at, a.ended_at,
      a.is_withdrawn, ${saleStop(now)} as stop
    from allotment a join event e on e.id = a.event_id
      join ticket_type t on t.id = a.ticket_type_id
    where a.token = ${token}`.execute(db)
  return rows[0]
}

/**
 * The ids of open allotments that must end now: `ends_at` has passed, or the event is cancelled or
 * over.
 */
const areOver = (now: Date): RawBuilder<unknown> => sql`
  select t.id from allotment t join event e on e.id = t.event_id
  where t.ended_at is null and (t.ends_at <= ${now} or e.cancelled_at is not null
    or ${hasEnded(now)})`

export const areAllotmentsOver = (now: Date): RawBuilder<boolean> => sql`exists (${areOver(now)})`

export async function selectAllotmentsOver(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${areOver(now)} order by t.id`.execute(db)
  return rows.map(({ id }) => id)
}
