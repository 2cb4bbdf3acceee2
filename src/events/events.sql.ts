import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import { isBeyond, sortedBy } from '../platform/list-page.sql.ts'
import { bothWays, type Page, type Sorting } from '../platform/list-page.ts'
import type { Viewer } from '../platform/viewer.ts'
import { DEFAULT_CATEGORY } from './event.rules.ts'
import { salesOpen } from './sales.sql.ts'

/** Which events `e` the back office shows to the viewer: an organizer's own, to an admin all. */
export function isVisibleTo(viewer: Viewer): RawBuilder<SqlBool> {
  return viewer.role === 'admin' ? sql`true` : sql`e.organizer_id = ${viewer.accountId}`
}

/** A word of a search, and the categories whose names have it. */
export type SoughtWord = { word: string; categoryIds: string[] }

type Sought = {
  isMainEvent?: boolean | undefined
  isFeatured?: boolean | undefined
  category?: string | undefined
  words?: SoughtWord[] | undefined
  from?: string | undefined
  to?: string | undefined
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

/** All but what only the search reads. */
const EVENT_COLUMNS = [
  'e.id',
  'e.organizer_id',
  'e.title',
  'e.description',
  'e.image_key',
  'e.avif_key',
  'e.date',
  'e.time',
  'e.location',
  'e.expected_attendees',
  'e.price_cents',
  'e.category_id',
  'e.is_main_event',
  'e.is_featured',
  'e.is_published',
  'e.is_sold_out',
  'e.is_limited_tickets',
  'e.is_new',
  'e.cancelled_at',
  'e.created_at',
  'e.updated_at',
] as const

/** Each event with its category's name, and whether it still takes buyers in. */
function eventColumns(db: Db, now: Date) {
  return db
    .selectFrom('event as e')
    .leftJoin('category as c', 'c.id', 'e.category_id')
    .select(EVENT_COLUMNS)
    .select(['c.name as category'])
    .select(salesOpen(now).as('sales_open'))
}

/** Those of the events that have all that is sought. */
function sift(events: ReturnType<typeof eventColumns>, sought: Sought) {
  const { isMainEvent, isFeatured, category, words, from, to } = sought
  return events
    .$if(isMainEvent !== undefined, (q) => q.where('e.is_main_event', '=', isMainEvent!))
    .$if(isFeatured !== undefined, (q) => q.where('e.is_featured', '=', isFeatured!))
    .$if(category !== undefined, (q) => q.where(isOf(category!)))
    .$if(from !== undefined, (q) => q.where('e.date', '>=', from!))
    .$if(to !== undefined, (q) => q.where('e.date', '<=', to!))
    .$if(words !== undefined, (q) => q.where((eb) => eb.and(words!.map(hasWord))))
}

/** An event without a category is shown under a name too, which leads to it. */
function isOf(category: string) {
  const named = sql<SqlBool>`lower(c.name) = lower(${category})`
  const isNone = category.toLowerCase() === DEFAULT_CATEGORY.toLowerCase()
  return isNone ? sql<SqlBool>`(${named} or e.category_id is null)` : named
}

/** Published events whose sales have not ended; one more than the limit. */
export function selectPublicEvents(db: Db, now: Date, filter: Sought & Page) {
  return sift(eventColumns(db, now), filter)
    .where('e.is_published', '=', true)
    .where(salesOpen(now))
    .where(isBeyond(filter))
    .orderBy(sortedBy(filter.sorting))
    .limit(filter.limit + 1)
    .execute()
}

/** A pattern of LIKE for a word as search compares it; nothing in it is a wildcard. */
const anywhereFolded = (word: string) =>
  sql`'%' || regexp_replace(fold_search(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`

/**
 * In title, place or description, or in its category's name. Constants on both sides: so an index
 * finds the few events that have a rare word.
 */
function hasWord({ word, categoryIds }: SoughtWord): RawBuilder<SqlBool> {
  const inText = sql`e.search_text like ${anywhereFolded(word)}`
  return categoryIds.length === 0
    ? sql`${inText}`
    : sql`(${inText} or e.category_id = any(${categoryIds}::uuid[]))`
}

/** Of each word, the categories whose names have it. */
export async function selectSoughtWords(db: Db, words: string[]): Promise<SoughtWord[]> {
  const { rows } = await sql<SoughtWord>`
    select w.word, array(
      select c.id::text from category c
      where strpos(fold_search(c.name), fold_search(w.word)) > 0
    ) as "categoryIds"
    from unnest(${words}::text[]) with ordinality as w(word, at) order by w.at`.execute(db)
  return rows
}

export async function selectPublicEvent(db: Db, now: Date, id: string) {
  return await eventColumns(db, now)
    .where('e.id', '=', id)
    .where('e.is_published', '=', true)
    .executeTakeFirst()
}

export function selectTicketTypes(db: Db, eventIds: string[]) {
  return db
    .selectFrom('ticket_type')
    .selectAll()
    .where('event_id', 'in', eventIds)
    .where('archived_at', 'is', null)
    .orderBy('type_offset')
    .execute()
}

type ManagedFilter = Sought & Page & { isPublished?: boolean | undefined }

/** As text whose order is that of what it stands for. */
const byText = (column: RawBuilder<string>) => ({ sort_key: { column, kind: 'text' }, id }) as const

export const MANAGED_SORTS = {
  ...bothWays('date', byText(sql`to_char(e.date + e.time, 'YYYY-MM-DD HH24:MI')`)),
  ...bothWays('title', byText(sql`lower(e.title)`)),
}

const withOrganizer = (events: ReturnType<typeof eventColumns>) =>
  events.leftJoin('account as o', 'o.id', 'e.organizer_id').select(['o.email as organizer_email'])

/** Every event of the viewer, whatever its state; one more than the limit. */
export function selectManagedEvents(db: Db, viewer: Viewer, now: Date, filter: ManagedFilter) {
  return withOrganizer(sift(eventColumns(db, now), filter))
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

/** Undefined if there is none, or it is another organizer's. */
export async function selectManagedEvent(db: Db, viewer: Viewer, now: Date, id: string) {
  return await withOrganizer(eventColumns(db, now))
    .where('e.id', '=', id)
    .where(isVisibleTo(viewer))
    .executeTakeFirst()
}

/** Removed ones too, each with its gates. */
export function selectAllTypes(db: Db, eventIds: string[]) {
  return db
    .selectFrom('ticket_type as t')
    .selectAll('t')
    .select(
      sql<string[]>`array(select l.gate_id::text from ticket_type_gate l
        join gate g on g.id = l.gate_id where l.ticket_type_id = t.id
        order by g.gate_offset, g.name)`.as('gate_ids'),
    )
    .where('t.event_id', 'in', eventIds)
    .orderBy('t.type_offset')
    .orderBy('t.created_at')
    .execute()
}

export function selectCategories(db: Db) {
  return db.selectFrom('category').select(['id', 'name']).orderBy('name').execute()
}

export function selectGates(db: Db) {
  return db
    .selectFrom('gate')
    .select(['id', 'name', 'gate_offset'])
    .orderBy('gate_offset')
    .orderBy('name')
    .execute()
}
