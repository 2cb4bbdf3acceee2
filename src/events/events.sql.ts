import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import { anywhere } from '../platform/like.rules.ts'
import { isBeyond, sortedBy } from '../platform/list-page.sql.ts'
import { bothWays, type Page, type Sorting } from '../platform/list-page.ts'
import type { Viewer } from '../platform/viewer.ts'
import { DEFAULT_CATEGORY } from './event.rules.ts'
import { salesOpen } from './sales.sql.ts'

/** Which events `e` the back office shows to the viewer: an organizer's own, to an admin all. */
export function isVisibleTo(viewer: Viewer): RawBuilder<SqlBool> {
  return viewer.role === 'admin' ? sql`true` : sql`e.organizer_id = ${viewer.accountId}`
}

type Sought = {
  isMainEvent?: boolean | undefined
  isFeatured?: boolean | undefined
  category?: string | undefined
  search?: string | undefined
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

/** Each event with its category's name, and whether it still takes buyers in. */
function eventColumns(db: Db, now: Date) {
  return db
    .selectFrom('event as e')
    .leftJoin('category as c', 'c.id', 'e.category_id')
    .selectAll('e')
    .select(['c.name as category'])
    .select(salesOpen(now).as('sales_open'))
}

/** Those of the events that have all that is sought. */
function sift(events: ReturnType<typeof eventColumns>, sought: Sought) {
  const { isMainEvent, isFeatured, category, search, from, to } = sought
  return events
    .$if(isMainEvent !== undefined, (q) => q.where('e.is_main_event', '=', isMainEvent!))
    .$if(isFeatured !== undefined, (q) => q.where('e.is_featured', '=', isFeatured!))
    .$if(category !== undefined, (q) => q.where(isOf(category!)))
    .$if(from !== undefined, (q) => q.where('e.date', '>=', from!))
    .$if(to !== undefined, (q) => q.where('e.date', '<=', to!))
    .$if(search !== undefined, (q) => q.where(anyTextLike(search!)))
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

/** The words stand in the title, the description or the location, in any case. */
function anyTextLike(search: string) {
  const pattern = anywhere(search.trim())
  return sql<SqlBool>`(e.title ilike ${pattern} or e.description ilike ${pattern}
    or e.location ilike ${pattern})`
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
