import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../platform/database/db.ts'
import { isBeyond, sortedBy } from '../platform/http/list-page.sql.ts'
import { bothWays, type Page, type Sorting } from '../platform/http/list-page.ts'
import type { Right } from '../platform/http/platform.contract.ts'
import { eventsOf, organizersOf, rolesWith, withRight } from '../platform/http/rights.rules.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { ownGates } from './entry-rules.sql.ts'
import { DEFAULT_CATEGORY } from './event.rules.ts'
import { heldUntil, latestMove, measureRequest, movedDays, refunding } from './event-change.sql.ts'
import { lastEndedDay, SPAN_DAYS } from './sales.rules.ts'
import {
  eventDays,
  feeTerms,
  hasCodes,
  hasEnded,
  hasOrders,
  isListed,
  salesOpen,
  takesPlace,
} from './sales.sql.ts'
import { hasWords, isFree, type SoughtWord, town } from './search.sql.ts'
import { typesNow } from './ticket-types.sql.ts'

/**
 * Whether the viewer manages event `e`. Organizers manage their own events and the events of their
 * memberships; admins manage all events. With `right`, only memberships with this right count.
 */
export function isVisibleTo(viewer: Viewer, right: Right = 'see'): RawBuilder<SqlBool> {
  if (viewer.role === 'admin') return sql`true`
  if (!withRight(viewer, right).memberships?.length)
    return sql`e.organizer_id = ${viewer.accountId}`
  const { ids, organizers } = eventsOf(viewer, right)
  // Compares pairs of event and organizer. If an admin has given the event to another organizer, a
  // membership for this event in the previous organizer no longer counts.
  return sql`(e.organizer_id = any(${organizersOf(viewer, right)}::uuid[])
    or (e.id = any(${ids}::uuid[]) and (e.id, e.organizer_id) in (
      select * from unnest(${ids}::uuid[], ${organizers}::uuid[]))))`
}

/**
 * Whether an account has the right over event `e` now. Links and codes outlive a session: they end
 * with the right of the account that made them.
 */
export const hasRightNow = (account: RawBuilder<unknown>, right: Right): RawBuilder<SqlBool> => sql`
  exists (
    select from account a where a.id = ${account}
      and (a.role = 'admin' or a.id = e.organizer_id or exists (
        select from member m
        where m.account_id = a.id and m.organizer_id = e.organizer_id
          and (m.event_id is null or m.event_id = e.id) and m.role = any(${rolesWith(right)}))))`

/**
 * Whether the viewer may see the whole ticket numbers of event `e`. Not every viewer may, because
 * anyone with a number can enter.
 */
export const seesNumbers = (viewer: Viewer): RawBuilder<boolean> =>
  sql`(${isVisibleTo(viewer, 'door')} or ${isVisibleTo(viewer, 'buyers')})`

/** The viewer's rights over rows of event `e`, as columns for `maskRow` (tickets). */
export const rightsOf = (viewer: Viewer): RawBuilder<unknown> =>
  sql`${isVisibleTo(viewer, 'buyers')} as sees_buyer, ${seesNumbers(viewer)} as sees_numbers`

export type Sought = {
  isMainEvent?: boolean | undefined
  isFeatured?: boolean | undefined
  category?: string | undefined
  words?: SoughtWord[] | undefined
  from?: string | undefined
  to?: string | undefined
  town?: string | undefined
  isFree?: boolean | undefined
}

const id = { column: sql`e.id`, kind: 'uuid' } as const

export const SOONEST: Sorting = {
  name: 'soonest',
  isDown: false,
  keys: {
    date: { column: sql`e.date`, kind: 'day' },
    time: { column: sql`e.time`, kind: 'time' },
    id,
  },
}

/** The columns of an event, without the columns that only searches or the back office read. */
const EVENT_COLUMNS = [
  'e.id',
  'e.title',
  'e.description',
  'e.image_key',
  'e.avif_key',
  'e.date',
  'e.time',
  'e.last_date',
  'e.location',
  'e.expected_attendees',
  'e.price_cents',
  'e.max_per_phone',
  'e.category_id',
  'e.is_main_event',
  'e.is_featured',
  'e.is_published',
  'e.is_sold_out',
  'e.is_limited_tickets',
  'e.is_new',
  'e.cancelled_at',
  'e.dial_code',
  'e.fees_on_top',
  'e.updated_at',
] as const

/** Each event with its category's name, and whether its sales are open. A draft may have no date. */
function eventColumns(db: Db, now: Date) {
  return db
    .selectFrom('event as e')
    .leftJoin('category as c', 'c.id', 'e.category_id')
    .select(EVENT_COLUMNS)
    .select(['c.name as category'])
    .select(sql<boolean>`coalesce(${salesOpen(now)}, true)`.as('sales_open'))
    .select([feeTerms.as('fee'), eventDays.as('days')])
}

/** The columns of events that are published or have sold tickets, and therefore have a date. */
type Dated = { date: string; time: string }

/** The latest reschedule of event `e` and the state of its refunds. */
const news = () => [
  latestMove().as('latest_move'),
  movedDays().as('moved_days'),
  refunding().as('refunding'),
]

// Flags and limits are literals in the SQL text. With parameters, PostgreSQL would make a generic
// plan, which does not use the partial index of published events and does not know that the limit
// is small.
const isSet = (column: string, flag: boolean) =>
  flag ? sql<SqlBool>`${sql.ref(column)}` : sql<SqlBool>`not ${sql.ref(column)}`

/** The conditions of a search, without its category and words. */
function conditions(sought: Sought): RawBuilder<SqlBool>[] {
  const { isMainEvent, isFeatured, from, to } = sought
  return [
    ...(sought.town === undefined ? [] : [sql<SqlBool>`${town} = lower(${sought.town})`]),
    ...(sought.isFree ? [isFree] : []),
    ...(isMainEvent === undefined ? [] : [isSet('e.is_main_event', isMainEvent)]),
    ...(isFeatured === undefined ? [] : [isSet('e.is_featured', isFeatured)]),
    ...(from === undefined && to === undefined ? [] : [isBetween(from, to)]),
  ]
}

/** Whether a day of event `e` is between two dates. Bounds `e.date`, so that an index can be used. */
function isBetween(from: string | undefined, to: string | undefined): RawBuilder<SqlBool> {
  const [first, last] = [sql`${from ?? '-infinity'}::date`, sql`${to ?? 'infinity'}::date`]
  return sql`(e.date <= ${last} and e.date >= ${first} - ${sql.lit(SPAN_DAYS)}
    and ${takesPlace(first, last)})`
}

/**
 * The conditions that select a category's events. Each condition is for a separate query, which
 * reads one index in the order of dates. The name of the default category has two conditions,
 * because events without a category are listed under this name, too.
 */
function runsOf(category: string | undefined): Run[] {
  if (category === undefined) return [{ condition: sql<SqlBool>`true` }]
  // Looks up the category's id first, so that PostgreSQL can use the index on category_id.
  const named = sql<SqlBool>`e.category_id = (
    select id from category where lower(name) = lower(${category}))`
  const isNone = category.toLowerCase() === DEFAULT_CATEGORY.toLowerCase()
  const none = { condition: sql<SqlBool>`e.category_id is null`, isNone }
  return isNone ? [{ condition: named }, none] : [{ condition: named }]
}

/**
 * A condition of a query. `isNone` is true if the condition selects the events without a category.
 * The query then also sorts by the category, although it is null in all rows. Otherwise PostgreSQL
 * would not use the index: it knows that a column compared with `=` is constant, but not that a
 * column tested with `is null` is.
 */
type Run = { condition: RawBuilder<SqlBool>; isNone?: boolean }

/** Whether event `e` is listed under this category name. Always true if `category` is undefined. */
export function isOf(category: string | undefined): RawBuilder<SqlBool> {
  const runs = runsOf(category).map(({ condition }) => condition)
  return sql<SqlBool>`(${sql.join(runs, sql` or `)})`
}

/**
 * Whether event `e` is published, on sale and found by the search, and not before the page's
 * position.
 */
export function isOnSale(
  now: Date,
  sought: Sought & Page,
  category: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  // The coalesce keeps PostgreSQL from using the index on dates. If the category has few events,
  // PostgreSQL would read all other events in this index to find them.
  const isAside = sought.category !== undefined && sought.words === undefined
  const all = [
    isAside ? sql`coalesce(e.is_published, false)` : sql`e.is_published`,
    isListed(now),
    category,
    ...conditions(sought),
    isBeyond(sought),
  ]
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

/** Published events whose sales are open. Returns up to `limit` + 1 rows. */
export async function selectPublicEvents(db: Db, now: Date, filter: Sought & Page) {
  const runs = runsOf(filter.category).map(({ condition, isNone = false }) =>
    eventColumns(db, now)
      .where(isOnSale(now, filter, condition))
      .$if(filter.words !== undefined, (q) => q.where(hasWords(filter.words!)))
      .$if(isNone, (q) => q.orderBy('e.category_id'))
      .orderBy(sortedBy(filter.sorting))
      .limit(sql.lit(filter.limit + 1))
      .$narrowType<Dated>()
      .execute(),
  )
  return soonest((await Promise.all(runs)).flat(), filter.limit + 1)
}

/** The events with these ids, soonest first. */
export async function selectEventsByIds(db: Db, now: Date, ids: string[]) {
  const rows = await eventColumns(db, now)
    .where(sql<SqlBool>`e.id = any(${ids}::uuid[])`)
    .$narrowType<Dated>()
    .execute()
  return soonest(rows, ids.length)
}

/**
 * Published events of an organizer that were not cancelled. If `isPast` is false, events on sale,
 * the soonest first; if true, past events, the latest first.
 */
export async function selectEventsOf(
  db: Db,
  now: Date,
  { id, isPast, limit }: { id: string; isPast: boolean; limit: number },
) {
  const order = isPast ? 'desc' : 'asc'
  return await eventColumns(db, now)
    .where('e.organizer_id', '=', id)
    .where('e.is_published', '=', true)
    .where('e.cancelled_at', 'is', null)
    .where(isPast ? hasEnded(now) : salesOpen(now))
    .orderBy('e.date', order)
    .orderBy('e.time', order)
    .orderBy('e.id', order)
    .limit(limit)
    .$narrowType<Dated>()
    .execute()
}

type Placed = { date: string; time: string; id: string }

function soonest<R extends Placed>(rows: R[], limit: number): R[] {
  const place = ({ date, time, id }: Placed) => `${date} ${time} ${id}`
  return rows.sort((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, limit)
}

/**
 * An event with its ticket types, its latest reschedule and its refunds, in one statement, which
 * costs a third of four statements. Lists read the types of their events separately, because for
 * many events JSON costs more than the saved statements.
 */
function wholeEvent(db: Db, now: Date, id: string) {
  return eventColumns(db, now)
    .select(jsonArrayFrom(typesNow(db, sql`t.event_id = e.id`)).as('ticket_types'))
    .select(news())
    .select([hasCodes(now).as('has_codes'), heldUntil().as('held_until'), 'e.organizer_id'])
    .select((eb) =>
      eb
        .selectFrom('account as o')
        .leftJoin('organizer_page as p', 'p.account_id', 'o.id')
        .select(sql<string>`coalesce(p.name, o.full_name)`.as('name'))
        .whereRef('o.id', '=', 'e.organizer_id')
        .as('organizer'),
    )
    .where('e.id', '=', id)
}

export async function selectPublicEvent(db: Db, now: Date, id: string) {
  const event = wholeEvent(db, now, id).where('e.is_published', '=', true)
  return await event.$narrowType<Dated>().executeTakeFirst()
}

/** An event in any state, for previews. Undefined if there is no such event. */
export async function selectAnyEvent(db: Db, now: Date, id: string) {
  return await wholeEvent(db, now, id).executeTakeFirst()
}

/**
 * An event for its calendar file. The event must be published or have sold tickets: ticket holders
 * still go to an event that was taken off the site.
 */
export async function selectCalendarEvent(db: Db, id: string) {
  const isSold = sql<SqlBool>`exists (select from ticket_type t where t.event_id = e.id and t.sold > 0)`
  return await db
    .selectFrom('event as e')
    .select(['e.id', 'e.title', 'e.description', 'e.location', 'e.date', 'e.time'])
    .select(['e.cancelled_at', 'e.updated_at', eventDays.as('days')])
    .where('e.id', '=', id)
    .where((eb) => eb.or([eb('e.is_published', '=', true), isSold]))
    .$narrowType<Dated>()
    .executeTakeFirst()
}

type ManagedFilter = Sought & Page & { isPublished?: boolean | undefined }

/** A sort key for text. */
const byText = (column: RawBuilder<string>) => ({ sort_key: { column, kind: 'text' }, id }) as const

/** The start of event `e` as a sort key. A draft without a date comes after all other events. */
const startText = sql<string>`coalesce(to_char(e.date + e.time, 'YYYY-MM-DD HH24:MI'), '9999')`

export const MANAGED_SORTS = {
  ...bothWays('date', byText(startText)),
  ...bothWays('title', byText(sql`lower(e.title)`)),
}

/**
 * A sort key that puts the next event first. Past and cancelled events are at the end, the latest
 * first.
 */
export function nextFirst(now: Date): RawBuilder<string> {
  const ended = lastEndedDay(now.getTime())
  return sql`case
    when e.cancelled_at is null and (e.date is null or e.last_date > ${ended}::date)
      then '0' || ${startText}
    else '1' || coalesce(lpad((date '9999-12-31' - e.last_date)::text, 7, '0'), '') end`
}

/** Adds the conditions of a search, including its category and words. */
function filterEvents(events: ReturnType<typeof eventColumns>, sought: Sought) {
  return events
    .where(isOf(sought.category))
    .where((eb) => eb.and([...conditions(sought), hasWords(sought.words ?? [])]))
}

const withOrganizer = (events: ReturnType<typeof eventColumns>) =>
  events
    .leftJoin('account as o', 'o.id', 'e.organizer_id')
    .select([
      'e.organizer_id',
      'o.email as organizer_email',
      'o.publishes_alone',
      'e.created_at',
      'e.copied_date',
      'e.highest_day',
      'e.payout_release',
    ])
    .select(ownGates.as('gates'))

/** The events in any state that the viewer manages. Returns up to `limit` + 1 rows. */
export function selectManagedEvents(db: Db, viewer: Viewer, now: Date, filter: ManagedFilter) {
  return withOrganizer(filterEvents(eventColumns(db, now), filter))
    .select(filter.sorting.keys.sort_key!.column.as('sort_key'))
    .where(isVisibleTo(viewer))
    .$if(filter.isPublished !== undefined, (q) =>
      q.where('e.is_published', '=', filter.isPublished!),
    )
    .where(isBeyond(filter))
    .orderBy(sortedBy(filter.sorting))
    .limit(filter.limit + 1)
    .execute()
}

/**
 * Reads an event that the viewer manages. Undefined if the event does not exist or the viewer does
 * not manage it.
 */
export async function selectManagedEvent(db: Db, viewer: Viewer, now: Date, id: string) {
  return await withOrganizer(eventColumns(db, now))
    .select(news())
    .select([measureRequest(viewer).as('measure'), hasOrders().as('has_orders')])
    .where('e.id', '=', id)
    .where(isVisibleTo(viewer))
    .executeTakeFirst()
}
