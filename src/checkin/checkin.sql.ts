import { type Insertable, type RawBuilder, sql } from 'kysely'
import { DEFAULT_GATE } from '../events/event.rules.ts'
import { isVisibleTo } from '../events/events.sql.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { DB } from '../platform/schema.ts'
import type { Viewer } from '../platform/viewer.ts'
import type { CheckInResult } from './checkin.contract.ts'

export async function selectGuardedEvent(db: Db, viewer: Viewer, id: string) {
  return await db
    .selectFrom('event as e')
    .select(['e.id', 'e.cancelled_at'])
    .where('e.id', '=', id)
    .where(isVisibleTo(viewer))
    .executeTakeFirst()
}

export async function selectGate(db: Db, id: string) {
  return await db.selectFrom('gate').select('id').where('id', '=', id).executeTakeFirst()
}

/**
 * The ticket under lock, after its order: a refund that is under way is waited for, and no other
 * gate decides meanwhile. Statements of their own, so that the last one sees what was waited for.
 */
export async function lockTicket(tx: Tx, number: string) {
  await sql`select from "order" where id = (select order_id from ticket where number = ${number})
    for share`.execute(tx)
  return await tx
    .selectFrom('ticket as k')
    .innerJoin('order as o', 'o.id', 'k.order_id')
    .select(['k.id', 'k.event_id', 'k.gate_id', 'k.state', 'k.admits', 'k.admitted'])
    .select(['k.void_reason', 'k.excess', 'o.state as order_state'])
    .where('k.number', '=', number)
    .forNoKeyUpdate('k')
    .executeTakeFirst()
}
export type LockedTicket = NonNullable<Awaited<ReturnType<typeof lockTicket>>>

/** Who decided: an account, or a gate phone. */
export type Validator = { validator_id: string } | { device_id: string }

const DELTA_COLUMNS = [
  'event_id',
  'gate_id',
  'ticket_type_id',
  'method',
  'result',
  'reason',
  'checks',
  'tickets',
  'people',
  'inside',
] as const

/** What a row changes: tickets and people that are in by right, and everybody who went through. */
type Change = { checks: number; tickets: number; people: number; inside: number }

/**
 * The decision, and what it changes in the figures: a ticket of this event under lock, and nobody
 * who comes in on what was refunded. False if this validator has used the nonce before; then
 * nothing is written.
 */
export async function insertCheckIn(
  tx: Tx,
  row: Insertable<DB['check_in']>,
  change: Change,
): Promise<boolean> {
  const written = await tx
    .with('written', (q) =>
      q
        .insertInto('check_in')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returningAll(),
    )
    .with('counted', (q) =>
      q
        .insertInto('check_in_delta')
        .columns(DELTA_COLUMNS)
        .expression(
          q
            .selectFrom('written as w')
            .leftJoin('ticket as k', (join) =>
              join.onRef('k.id', '=', 'w.ticket_id').onRef('k.event_id', '=', 'w.event_id'),
            )
            .leftJoin('paid_line as p', 'p.order_line_id', 'k.order_line_id')
            .select(['w.event_id', 'w.gate_id', 'k.ticket_type_id', 'w.method'])
            // What takes somebody off is no check-in with a result.
            .select(sql<string>`case when w.kind = 'in' then w.result else w.kind end`.as('result'))
            .select('w.reason')
            .select(sql<number>`${change.checks}::int`.as('checks'))
            .select(sql<number>`${change.tickets}::int`.as('tickets'))
            .select(
              sql<number>`case when p.status = 'paid' then ${change.people}::int else 0 end`.as(
                'people',
              ),
            )
            .select(sql<number>`${change.inside}::int`.as('inside')),
        ),
    )
    .selectFrom('written')
    .select('id')
    .executeTakeFirst()
  return written !== undefined
}

/** A decision as it was written, with what the person at the gate wants to know. */
export async function selectDecision(tx: Tx, by: Validator, nonce: string) {
  return await tx
    .selectFrom('check_in as c')
    .leftJoin('ticket as k', (join) =>
      // A ticket of another event is none of this gate's business.
      join.onRef('k.id', '=', 'c.ticket_id').onRef('k.event_id', '=', 'c.event_id'),
    )
    .leftJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .leftJoin('gate as g', 'g.id', 'k.gate_id')
    .select(['c.id', 'c.event_id', 'c.gate_id', 'c.ticket_number', 'c.asked', 'c.method'])
    .select(['c.admits', 'c.left_after', 'c.reason', 'c.at', 'c.ticket_id'])
    .select([
      'k.admits as quantity',
      'k.excess',
      't.name as ticket_type',
      'c.let_in',
      'c.is_offline',
    ])
    .select(sql<Kind>`c.kind`.as('kind'))
    .select(sql<CheckInResult>`c.result`.as('result'))
    .select(sql<string>`coalesce(g.name, ${DEFAULT_GATE})`.as('ticket_gate'))
    .where(isBy(by))
    .where('c.nonce', '=', nonce)
    .executeTakeFirst()
}

export type Kind = 'in' | 'undo' | 'out'

function isBy(by: Validator): RawBuilder<boolean> {
  return 'device_id' in by
    ? sql<boolean>`c.device_id = ${by.device_id}`
    : sql<boolean>`c.validator_id = ${by.validator_id}`
}

/** When, where and by which phone the last people of a ticket that is used up were let in. */
export async function selectLastAdmission(tx: Tx, ticketId: string, butId: string) {
  return await tx
    .selectFrom('check_in as c')
    .leftJoin('gate as g', 'g.id', 'c.gate_id')
    .leftJoin('gate_phone as f', 'f.id', 'c.device_id')
    .select(['c.at', 'g.name as gate', 'f.name as phone'])
    .where('c.ticket_id', '=', ticketId)
    .where('c.kind', '=', 'in')
    .where('c.let_in', '>', 0)
    .where('c.id', '<>', butId)
    .orderBy('c.at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
