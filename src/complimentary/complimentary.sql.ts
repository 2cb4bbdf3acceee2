import { type RawBuilder, sql } from 'kysely'
import { isVisibleTo } from '../events/events.sql.ts'
import type { SaleStop } from '../events/sales.rules.ts'
import { hasEnded, saleStop } from '../events/sales.sql.ts'
import { isComplimentary } from '../orders/complimentary/complimentary-orders.sql.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import type { ComplimentarySum } from './complimentary.contract.ts'

export type GivingEvent = {
  id: string
  organizer_id: string | null
  title: string
  last_date: string
  stop: SaleStop | null
  /** The organizer's name. '' if the event has no organizer. */
  host: string
  /** Whether an admin has allowed the name although it contains words such as a bank's name. */
  is_host_decided: boolean
  licensed_capacity: number | null
  /** An entry per day, fullest day first. For an event of one day, one entry without a date. */
  places: TakenPlaces[]
}

type TakenPlaces = {
  date: string | null
  /** The ticket types that are for this day, without add-ons. */
  type_ids: string[]
  /**
   * The sold and held places of `type_ids`, in people. Complimentary tickets and the places of
   * allotments count as sold.
   */
  taken: number
}

/**
 * The facts that decide whether the organizer may give complimentary tickets of this event.
 * Undefined if the viewer does not manage the event.
 */
export async function selectGivingEvent(
  db: Db,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<GivingEvent | undefined> {
  const { rows } = await sql<GivingEvent>`
    select e.id, e.organizer_id, e.title, e.last_date::text, ${saleStop(now)} as stop,
      coalesce(p.name, a.full_name, '') as host,
      coalesce(p.is_name_decided, false) as is_host_decided, r.licensed_capacity, (
        select coalesce(jsonb_agg(p order by p.taken desc, p.date), '[]') from (
          select d.date, jsonb_agg(t.id) as type_ids, sum(t.held + t.sold)::int as taken
          from ticket_type t left join event_day d on d.event_id = t.event_id
            and d.n = any(t.day_numbers) and d.cancelled_at is null
          where t.event_id = e.id and t.kind = 'entry'
            and (e.highest_day = 0 or d.date is not null)
          group by d.date
        ) p
      ) as places
    from event e left join account a on a.id = e.organizer_id
      left join organizer_page p on p.account_id = e.organizer_id
      left join entry_rule r on r.event_id = e.id
    where e.id = ${id} and ${isVisibleTo(viewer)}`.execute(db)
  return rows[0]
}

type NewBatch = {
  id: string
  event_id: string
  request_fingerprint: string
  made_by: string
  made_at: Date
}

/**
 * Inserts a batch. Returns false if a batch with this id exists. Waits for a concurrent request
 * that inserts the same id.
 */
export async function insertBatch(tx: Tx, batch: NewBatch): Promise<boolean> {
  const result = await tx
    .insertInto('complimentary_batch')
    .values(batch)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function selectBatchRequest(db: Db, id: string) {
  return await db
    .selectFrom('complimentary_batch')
    .select('request_fingerprint')
    .where('id', '=', id)
    .executeTakeFirst()
}

type ComplimentaryOrderRow = {
  order_id: string
  event_id: string
  batch_id: string | null
  allotment_id: string | null
  host: string
  guest: string
  /** The index of the order in its batch. */
  position: number
}

export async function insertComplimentaryOrders(
  tx: Tx,
  rows: ComplimentaryOrderRow[],
): Promise<void> {
  await sql`
    insert into complimentary_order (order_id, event_id, batch_id, allotment_id, host, guest,
      position)
    select order_id, event_id, batch_id, allotment_id, host, guest, position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(order_id uuid, event_id uuid,
      batch_id uuid, allotment_id uuid, host text, guest text, position smallint)`.execute(tx)
}

/** The phones among `phones` that have complimentary tickets of the event that were not revoked. */
export async function selectComplimentaryPhones(
  tx: Tx,
  eventId: string,
  phones: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ phone: string }>`
    select distinct o.phone from complimentary_order g join "order" o on o.id = g.order_id
    where g.event_id = ${eventId} and o.phone = any(${phones}::text[]) and ${isComplimentary}`.execute(
    tx,
  )
  return new Set(rows.map(({ phone }) => phone))
}

/** The state of the latest SMS with tickets of order `o`. */
const smsState = sql<string | null>`(
  select m.state from message m
  where m.order_id = o.id and m.channel = 'sms' and m.dedupe_key like 'ticket:%'
    and m.recipient = o.phone
  order by m.created_at desc, m.id desc limit 1
)`

/** The number of people admitted with tickets of order `o`. */
const admitted = sql<number>`(
  select coalesce(sum(k.admitted), 0)::int from ticket k
  where k.order_id = o.id and k.state <> 'void'
)`

/** Whether ticket type `y` admits people, so that its tickets count as given and inside. */
const isEntry = sql<boolean>`y.kind = 'entry'`

type ComplimentaryCounts = {
  given: number
  add_ons: number
  inside: number
  revoked: number
  failed: number
}

const counted = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(sum(l.quantity) filter (where ${isComplimentary} and ${isEntry}), 0)::int as given,
    coalesce(sum(l.quantity) filter (where ${isComplimentary} and not ${isEntry}), 0)::int as add_ons,
    coalesce(sum(${admitted}) filter (where ${isComplimentary} and ${isEntry}), 0)::int as inside,
    coalesce(sum(l.quantity) filter (where not ${isComplimentary}), 0)::int as revoked,
    coalesce(sum(l.quantity) filter (where ${isComplimentary} and ${smsState} = 'failed'), 0)::int as failed
  from complimentary_order g join "order" o on o.id = g.order_id join order_line l on l.order_id = o.id
    join ticket_type y on y.id = l.ticket_type_id
  where ${which}`

/** The counts of all complimentary tickets of an event. */
export async function selectComplimentaryCounts(
  db: Db,
  eventId: string,
): Promise<ComplimentaryCounts> {
  const { rows } = await sql<ComplimentaryCounts>`${counted(sql`g.event_id = ${eventId}`)}`.execute(
    db,
  )
  return rows[0]!
}

/**
 * The number of people on entry tickets of an event that were given and not revoked, and the number
 * of people inside with these tickets.
 */
export async function sumComplimentary(db: Db, eventId: string): Promise<ComplimentarySum> {
  const { rows } = await sql<ComplimentarySum>`
    select coalesce(sum(l.quantity), 0)::int as given, coalesce(sum(${admitted}), 0)::int as inside
    from complimentary_order g join "order" o on o.id = g.order_id join order_line l on l.order_id = o.id
      join ticket_type y on y.id = l.ticket_type_id
    where g.event_id = ${eventId} and ${isComplimentary} and ${isEntry}`.execute(db)
  return rows[0]!
}

export type BatchRow = ComplimentaryCounts & { id: string; made_at: Date; made_by: string }

/** The batches of an event, newest first. With an id, only the batch with this id. */
export async function selectBatches(
  db: Db,
  eventId: string,
  id: string | null = null,
): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select b.id, b.made_at, a.full_name as made_by, n.*
    from complimentary_batch b join account a on a.id = b.made_by
      cross join lateral (${counted(sql`g.batch_id = b.id`)}) n
    where b.event_id = ${eventId} and (${id}::uuid is null or b.id = ${id})
    order by b.made_at desc, b.id`.execute(db)
  return rows
}

export type AllotmentRow = ComplimentaryCounts & {
  id: string
  name: string
  ticket_type: string
  /** Counts units, such as tables, like `claimed`. */
  quantity: number
  claimed: number
  sold_in: number
  kind: string
  token: string
  ends_at: Date
  ended_at: Date | null
  is_withdrawn: boolean
}

/** The allotments of an event, newest first. With an id, only the allotment with this id. */
export async function selectAllotments(
  db: Db,
  eventId: string,
  id: string | null = null,
): Promise<AllotmentRow[]> {
  const { rows } = await sql<AllotmentRow>`
    select t.id, t.name, y.name as ticket_type, t.quantity / y.sold_in as quantity,
      t.claimed / y.sold_in as claimed, y.sold_in, y.kind, t.token, t.ends_at, t.ended_at,
      t.is_withdrawn, n.*
    from allotment t join ticket_type y on y.id = t.ticket_type_id
      cross join lateral (${counted(sql`g.allotment_id = t.id`)}) n
    where t.event_id = ${eventId} and (${id}::uuid is null or t.id = ${id})
    order by t.made_at desc, t.id`.execute(db)
  return rows
}

export type EventOfGuests = { event_id: string; title: string; has_ended: boolean }

/** The event of a batch or allotment. Undefined if the viewer does not manage the event. */
export async function selectEventOfGuests(
  db: Db,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<EventOfGuests | undefined> {
  const { rows } = await sql<EventOfGuests>`
    select e.id as event_id, e.title, ${hasEnded(now)} as has_ended from event e
    where ${isVisibleTo(viewer)} and e.id in (
      select event_id from complimentary_batch where id = ${id}
      union all select event_id from allotment where id = ${id}
    )`.execute(db)
  return rows[0]
}

export type GuestRow = {
  order_id: string
  name: string
  phone: string
  ticket_type: string
  quantity: number
  sold_in: number
  kind: string
  state: string
  admitted: number
  sms: string | null
}

/** The orders of a batch or allotment. */
export async function selectGuests(db: Db, id: string): Promise<GuestRow[]> {
  const { rows } = await sql<GuestRow>`
    select o.id as order_id, g.guest as name, coalesce(o.phone, '') as phone, y.name as ticket_type,
      l.quantity, y.sold_in, y.kind, o.state, ${admitted} as admitted, ${smsState} as sms
    from complimentary_order g join "order" o on o.id = g.order_id join order_line l on l.order_id = o.id
      join ticket_type y on y.id = l.ticket_type_id
    where g.batch_id = ${id} or g.allotment_id = ${id}
    order by o.created_at, g.position, o.id`.execute(db)
  return rows
}
