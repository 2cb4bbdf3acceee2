import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { type Schedule, TELL_EVERY_MS } from './reschedule.rules.ts'
import { lastEndedDay } from './sales.rules.ts'

export type EventChange = {
  id: string
  event_id: string
  title: string
  image_key: string | null
  old: Schedule
  new: Schedule
  announced_at: Date
  request_until: Date
  /** The number of the day that was moved or cancelled. Null if the whole event was moved. */
  day: number | null
  /** Whether the day was cancelled. Old and new schedule are then the same. */
  is_cancellation: boolean
  /** Whether holders of passes may request a refund because of this day. */
  frees_passes: boolean
}

type Row = Pick<EventChange, 'day' | 'is_cancellation' | 'frees_passes'> & {
  id: string
  event_id: string
  title: string
  image_key: string | null
  old_date: string
  old_time: string
  old_location: string
  new_date: string
  new_time: string
  new_location: string
  announced_at: Date
  request_until: Date
}

function toChange(row: Row): EventChange {
  const { id, event_id, title, image_key, announced_at, request_until } = row
  const { day, is_cancellation, frees_passes } = row
  return {
    ...{ id, event_id, title, image_key, announced_at, request_until },
    ...{ day, is_cancellation, frees_passes },
    old: { date: row.old_date, time: row.old_time.slice(0, 5), location: row.old_location },
    new: { date: row.new_date, time: row.new_time.slice(0, 5), location: row.new_location },
  }
}

const changes = (db: Db) =>
  db
    .selectFrom('event_change as c')
    .innerJoin('event as e', 'e.id', 'c.event_id')
    .select([
      'c.id',
      'c.event_id',
      'e.title',
      'e.image_key',
      'c.old_date',
      'c.old_time',
      'c.old_location',
    ])
    .select(['c.new_date', 'c.new_time', 'c.new_location', 'c.announced_at', 'c.request_until'])
    .select(['c.day', 'c.is_cancellation', 'c.frees_passes'])

/** The latest reschedule of a whole event. Undefined if the event was never rescheduled. */
export async function selectLatestChange(
  db: Db,
  eventId: string,
): Promise<EventChange | undefined> {
  const row = await changes(db)
    .where('c.event_id', '=', eventId)
    .where('c.day', 'is', null)
    .orderBy('c.announced_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toChange(row)
}

/** Each move of an event or of one of its days, and each cancelled day, the latest first. */
export async function selectChanges(db: Db, eventId: string): Promise<EventChange[]> {
  const rows = await changes(db)
    .where('c.event_id', '=', eventId)
    .orderBy('c.announced_at', 'desc')
    .execute()
  return rows.map(toChange)
}

/** The sold tickets for only this day when it was cancelled. Undefined if it was not cancelled. */
export async function selectCancelledDay(db: Db, eventId: string, day: number) {
  const { rows } = await sql<{ orders: number; tickets: number; amount_cents: number }>`
    select sold_orders as orders, sold_tickets as tickets, sold_cents as amount_cents
    from event_change where event_id = ${eventId} and day = ${day} and is_cancellation`.execute(db)
  return rows[0]
}

/**
 * Whether a change of `day` (null: the whole event) lets the holders of type `t` request a refund:
 * the type has no other day that takes place, or it is a pass and `freesPasses`.
 */
export function isFreed(
  day: RawBuilder<number | null>,
  freesPasses: RawBuilder<boolean>,
): RawBuilder<boolean> {
  return sql`(${day} is null or ${day} = any(t.day_numbers) and (${freesPasses} or not exists (
    select from event_day other where other.event_id = t.event_id
      and other.n = any(t.day_numbers) and other.n <> ${day} and other.cancelled_at is null
  )))`
}

/** A change, for notifications. `current` is the present schedule of the event, or of the day. */
export async function selectChange(
  db: Db,
  id: string,
): Promise<(EventChange & { current: Schedule }) | undefined> {
  const row = await changes(db)
    .leftJoin('event_day as d', (join) =>
      join.onRef('d.event_id', '=', 'c.event_id').onRef('d.n', '=', 'c.day'),
    )
    .select([sql<string | null>`coalesce(d.date, e.date)`.as('date')])
    .select([sql<string | null>`coalesce(d.time, e.time)`.as('time'), 'e.location'])
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const change = toChange(row)
  const { date, time, location } = row
  const current = date && time && location ? { date, time: time.slice(0, 5), location } : change.new
  return { ...change, current }
}

/**
 * The latest of the last date and all previous last dates of event `e`, without the dates that an
 * admin has found to be mistakes. If an event is brought forward, it counts as over only after the
 * date for which buyers had paid. Null for a draft without a date.
 */
export function latestDate(): RawBuilder<string | null> {
  return sql`greatest(e.last_date, (select max(old_date + days_after) from event_change
    where event_id = e.id and not is_old_date_mistaken))`
}

/**
 * The instant until which nothing of event `e` is paid out: 06:00 in Nairobi on the morning after
 * its latest date. Null if its money may be paid out at any time. Call it after locking the event.
 */
export function heldUntil(): RawBuilder<Date | null> {
  return sql`case when e.payout_release = 'after_event' then
    (${latestDate()} + interval '1 day 6 hours') at time zone 'Africa/Nairobi' end`
}

/**
 * The time since which no money of event `e` is paid out: the event is cancelled, a request to
 * cancel or reschedule it waits, or an admin must look at its complaints. Null otherwise.
 */
export const frozenAt: RawBuilder<Date | null> = sql`coalesce(e.cancelled_at, e.sales_stopped_at,
  e.payouts_frozen_at)`

/** Whether the event's date and all its previous dates have passed. */
export async function hasTakenPlace(db: Db, eventId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from event e where e.id = ${eventId}
      and ${latestDate()} <= ${lastEndedDay(now.getTime())}::date`.execute(db)
  return rows.length > 0
}

/** Records that the personal data of all orders of the event was erased when its term ended. */
export async function noteForgotten(tx: Tx, eventId: string, now: Date): Promise<void> {
  await tx.updateTable('event').set({ sales_forgotten_at: now }).where('id', '=', eventId).execute()
}

type NoticeOf = { eventId: string; day: number | null; now: Date }

const isOfDay = ({ eventId, day }: NoticeOf) => sql`event_id = ${eventId} and not is_cancellation
  and day is not distinct from ${day}::smallint`

/** The reschedules that still have buyers to notify. */
const openOf = (of: NoticeOf) => sql`select id, next_at, started_at from event_change
  where next_at is not null and ${isOfDay(of)}`

/** When buyers are notified of another reschedule, with the open reschedules in a table `open`. */
const nextNotice = (of: NoticeOf) => sql`coalesce(
  (select min(next_at) from open where started_at is null),
  greatest(${of.now}::timestamptz, (
    select max(started_at) + ${TELL_EVERY_MS} * interval '1 ms' from event_change where ${isOfDay(of)}
  ))
)`

/**
 * The time at which buyers would be notified of another reschedule: the time of a waiting
 * reschedule, otherwise `now` or, if later, `TELL_EVERY_MS` after the last notification began.
 */
export async function selectNextNotice(db: Db, of: NoticeOf): Promise<Date> {
  const { rows } = await sql<{ due: Date }>`
    with open as (${openOf(of)}) select ${nextNotice(of)} as due`.execute(db)
  return rows[0]!.due
}

/**
 * Ends the earlier reschedules of an event, or of its day, that still have buyers to notify: they
 * are notified of the new schedule instead. Returns the time of this notification, as
 * `selectNextNotice` does.
 */
export async function endEarlierChanges(tx: Tx, of: NoticeOf): Promise<Date> {
  const { rows } = await sql<{ due: Date }>`
    with open as materialized (${openOf(of)} for update), ended as (
      update event_change c set next_at = null from open where c.id = open.id
    )
    select ${nextNotice(of)} as due`.execute(tx)
  return rows[0]!.due
}

/** When the change's buyers will be notified. Undefined once their notification has begun. */
export async function selectWaitingNotice(
  db: Db,
  changeId: string,
  now: Date,
): Promise<Date | undefined> {
  const change = db
    .selectFrom('event_change')
    .select('next_at')
    .where('id', '=', changeId)
    .where('started_at', 'is', null)
    .where('next_at', '>', now)
  return (await change.executeTakeFirst())?.next_at ?? undefined
}

type NewChange = Omit<EventChange, 'title' | 'image_key'> & {
  changedBy: string
  /** When buyers are notified; null if they are not. */
  tellAt: Date | null
  /** The number of days from the old date to the old last day, if the whole event moved. */
  daysAfter: number
  /** The sold tickets for only the cancelled day; null for a move. */
  sold: { orders: number; tickets: number; amount_cents: number } | null
}

export async function insertChange(tx: Tx, change: NewChange): Promise<void> {
  await tx
    .insertInto('event_change')
    .values({
      id: change.id,
      event_id: change.event_id,
      old_date: change.old.date,
      old_time: change.old.time,
      old_location: change.old.location,
      new_date: change.new.date,
      new_time: change.new.time,
      new_location: change.new.location,
      changed_by: change.changedBy,
      notify_buyers: change.tellAt !== null,
      announced_at: change.announced_at,
      request_until: change.request_until,
      next_at: change.tellAt,
      day: change.day,
      days_after: change.daysAfter,
      is_cancellation: change.is_cancellation,
      frees_passes: change.frees_passes,
      sold_orders: change.sold?.orders ?? null,
      sold_tickets: change.sold?.tickets ?? null,
      sold_cents: change.sold?.amount_cents ?? null,
    })
    .execute()
}

/**
 * Leases the change to a job until the given instant; the sweep skips leased changes. Returns false
 * if the change has ended.
 */
export async function claimChange(
  db: Db,
  id: string,
  { until, now }: { until: Date; now: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('event_change')
    .set({ next_at: until, started_at: sql`coalesce(started_at, ${now}::timestamptz)` })
    .where('id', '=', id)
    .where('next_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Records that all buyers were notified, unless a later reschedule has ended this reschedule. A
 * paused cancellation of a day ends as well, because a pause delays only the refunds that are left.
 */
export async function endChange(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('event_change')
    .set({ next_at: null, notified_at: now })
    .where('id', '=', id)
    .where('notified_at', 'is', null)
    .where((is) => is.or([is('next_at', 'is not', null), is('is_cancellation', '=', true)]))
    .execute()
}

/**
 * Reopens a finished change, because buyers have paid since then. Returns false if the change is
 * still open, or if the admin chose not to notify buyers.
 */
export async function reopenChange(tx: Tx, id: string, until: Date): Promise<boolean> {
  const result = await tx
    .updateTable('event_change')
    .set({ next_at: until, notified_at: null })
    .where('id', '=', id)
    .where('notify_buyers', '=', true)
    .where('next_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

const isChangeDue = (now: Date) => sql<boolean>`next_at <= ${now}`

export const areChangesDue = (now: Date): RawBuilder<boolean> =>
  sql`exists (select from event_change where ${isChangeDue(now)})`

/**
 * Leases all changes that have buyers to notify and are not leased by another process. Returns
 * their ids.
 */
export async function takeChangesDue(tx: Tx, now: Date, until: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update event_change set next_at = ${until} where id in (
      select id from event_change where ${isChangeDue(now)} for update skip locked
    ) returning id`.execute(tx)
  return rows.map((row) => row.id)
}

type Move = { old: Schedule; new: Schedule }

/**
 * The old and the new schedule of the latest reschedule of the whole event `e`. Null if the event
 * was never rescheduled.
 */
export function latestMove(): RawBuilder<Move | null> {
  return sql`(select json_build_object('old', ${place('old')}, 'new', ${place('new')})
    from event_change c where c.event_id = e.id and c.day is null
    order by c.announced_at desc limit 1)`
}

type Before = { before: Pick<Schedule, 'date' | 'time'> }

/**
 * Date and time of days of event `e` before they were moved, by day number, or null. Leaves out
 * days that moved before the whole event moved: only the later move is shown.
 */
export function movedDays(): RawBuilder<{ [n: number]: Before } | null> {
  return sql`case when e.highest_day > 0 then (
    select json_object_agg(m.day, json_build_object('before', json_build_object(
      'date', m.old_date, 'time', to_char(m.old_time, 'HH24:MI'))))
    from (
      select distinct on (c.day) c.day, c.old_date, c.old_time from event_change c
      where c.event_id = e.id and c.day is not null and not c.is_cancellation and not exists (
        select from event_change w where w.event_id = e.id and w.day is null
          and w.announced_at > c.announced_at
      )
      order by c.day, c.announced_at desc
    ) m) end`
}

function place(when: 'old' | 'new'): RawBuilder<Schedule> {
  const [date, time, location] = ['date', 'time', 'location'].map((of) =>
    sql.ref(`c.${when}_${of}`),
  )
  return sql`json_build_object(
    'date', ${date}, 'time', to_char(${time}, 'HH24:MI'), 'location', ${location})`
}

/** The progress of the refunds of event `e`. Null if the event was not cancelled. */
export function refunding(): RawBuilder<string | null> {
  return sql`(select x.state from event_cancellation x where x.event_id = e.id)`
}

type MeasureRequest = {
  kind: 'cancel' | 'reschedule'
  state: 'sent' | 'returned'
  reason: string
  words: string
  is_own: boolean
  /** The requested schedule, if the request is to reschedule. */
  date: string | null
  time: string | null
  location: string | null
  /** The number of the day, if the request is about one day. */
  day?: number
}

/** The organizer's request to cancel or reschedule event `e`. Null if there is no request. */
export function measureRequest({ accountId }: Viewer): RawBuilder<MeasureRequest | null> {
  return sql`(select jsonb_build_object('kind', q.proposal->'kind', 'state', q.state,
      'reason', q.reason, 'words', q.note, 'is_own', q.asked_by = ${accountId}, 'date', q.proposal->'schedule'->'date',
      'time', q.proposal->'schedule'->'time', 'location', q.proposal->'schedule'->'location')
      || case when q.proposal ? 'day' then jsonb_build_object('day', q.proposal->'day') else '{}' end
    from request q where q.kind = 'measure' and q.subject_id = e.id
      and q.state in ('sent', 'returned'))`
}
