import { type RawBuilder, sql } from 'kysely'
import { eventMoney } from '../ledger/event-money.sql.ts'
import type { Db } from '../platform/database/db.ts'
import type { MeasureMoney } from './refund-money.rules.ts'

/** Selects `besides` (`MeasureMoney`) of event `e`, as JSON, from rooms that import this one. */
export type ReadBesides = (now: Date) => RawBuilder<unknown>

type EventMoney = Pick<MeasureMoney, 'owed_cents' | 'paid_out_cents' | 'besides'>

/** The balance of the event, which exists, and the other money of its organizer. */
export async function selectEventMoney(
  db: Db,
  eventId: string,
  besides: RawBuilder<unknown>,
): Promise<EventMoney> {
  const { rows } = await sql<EventMoney>`
    select money.owed_cents, money.paid_out_cents, ${besides} as besides
    from event e cross join lateral ${eventMoney} money where e.id = ${eventId}`.execute(db)
  return rows[0]!
}
