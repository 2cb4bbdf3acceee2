import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { poolPlaces, priceSteps } from './sales.sql.ts'

const CHOSEN_PRICE = ['t.lowest_cents', 't.suggested_cents', 't.highest_cents'] as const

const TYPE_COLUMNS = [
  't.id',
  't.event_id',
  't.name',
  't.description',
  't.price_cents',
  't.max_per_order',
  't.capacity',
  't.held',
  't.sold',
  't.type_offset',
  't.updated_at',
  't.sale_from',
  't.sale_until',
  't.is_free',
  't.sold_in',
  't.min_per_order',
  't.kind',
  't.pool_id',
  't.day_numbers',
  't.once_in_all',
  ...CHOSEN_PRICE,
] as const

export function selectTicketTypes(db: Db, eventIds: string[]) {
  return typesNow(db, sql`t.event_id = any(${eventIds}::uuid[])`).execute()
}

/**
 * Ticket types in display order (add-ons last) that match `condition` and are not archived, for all
 * public replies. Leaves out hidden types; with `isHidden`, returns only types that a code unlocks.
 */
export function typesNow(db: Db, condition: RawBuilder<SqlBool>, isHidden = false) {
  return db
    .selectFrom('ticket_type as t')
    .select([...TYPE_COLUMNS, priceSteps.as('steps'), poolPlaces.as('pool')])
    .where(condition)
    .where('t.archived_at', 'is', null)
    .where('t.is_hidden', '=', isHidden)
    .orderBy('t.kind', 'desc')
    .orderBy('t.type_offset')
}

/** All ticket types of events with their gates, including removed types. */
export function selectAllTypes(db: Db, eventIds: string[]) {
  return db
    .selectFrom('ticket_type as t')
    .selectAll('t')
    .select([priceSteps.as('steps'), poolPlaces.as('pool')])
    .select(
      sql<string[]>`array(select l.gate_id::text from ticket_type_gate l
        join gate g on g.id = l.gate_id where l.ticket_type_id = t.id
        order by g.gate_offset, g.name)`.as('gate_ids'),
    )
    .where(sql<SqlBool>`t.event_id = any(${eventIds}::uuid[])`)
    .orderBy('t.kind', 'desc')
    .orderBy('t.type_offset')
    .orderBy('t.created_at')
    .execute()
}
