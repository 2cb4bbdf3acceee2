import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import type { DB } from '../platform/schema.ts'
import { SALES_END_HOUR } from './event.rules.ts'

/** The instant at which an event's sales end, from its Nairobi date. */
export const salesEnd = sql<Date>`((e.date + 1 + make_time(${sql.lit(SALES_END_HOUR)}, 0, 0)) at time zone 'Africa/Nairobi')`

export type EventFilter = {
  isMainEvent?: boolean | undefined
  isFeatured?: boolean | undefined
  category?: string | undefined
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** Date, time and id of the last event of the page before. */
  after?: { date: string; time: string; id: string } | undefined
  limit: number
}

type Aliased = DB & { e: DB['event'] }

function eventColumns(db: Db, now: Date) {
  return db
    .selectFrom('event as e')
    .leftJoin('category as c', 'c.id', 'e.category_id')
    .selectAll('e')
    .select(['c.name as category'])
    .select(sql<boolean>`e.cancelled_at is null and ${salesEnd} > ${now}`.as('sales_open'))
}

/** Published events whose sales have not ended, soonest first; one more than the limit. */
export function selectPublicEvents(db: Db, now: Date, filter: EventFilter) {
  const search = filter.search?.trim()
  const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null
  return eventColumns(db, now)
    .where('e.is_published', '=', true)
    .where('e.cancelled_at', 'is', null)
    .where(sql<SqlBool>`${salesEnd} > ${now}`)
    .$if(filter.isMainEvent !== undefined, (q) =>
      q.where('e.is_main_event', '=', filter.isMainEvent!),
    )
    .$if(filter.isFeatured !== undefined, (q) => q.where('e.is_featured', '=', filter.isFeatured!))
    .$if(filter.category !== undefined, (q) =>
      q.where(sql<SqlBool>`lower(c.name) = lower(${filter.category})`),
    )
    .$if(filter.from !== undefined, (q) => q.where('e.date', '>=', filter.from!))
    .$if(filter.to !== undefined, (q) => q.where('e.date', '<=', filter.to!))
    .$if(pattern !== null, (q) => q.where((eb) => anyTextLike(eb as never, pattern!)))
    .$if(filter.after !== undefined, (q) => {
      const { date, time, id } = filter.after!
      return q.where(
        sql<SqlBool>`(e.date, e.time, e.id) > (${date}::date, ${time}::time, ${id}::uuid)`,
      )
    })
    .orderBy('e.date')
    .orderBy('e.time')
    .orderBy('e.id')
    .limit(filter.limit + 1)
    .execute()
}

function anyTextLike(eb: ExpressionBuilder<Aliased, 'e'>, pattern: string) {
  return eb.or([
    eb('e.title', 'ilike', pattern),
    eb('e.description', 'ilike', pattern),
    eb('e.location', 'ilike', pattern),
  ])
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
