import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { holderPhone } from '../../tickets/holder.sql.ts'

/** The ticket type to move. Undefined if the event has no such ticket type on sale. */
export async function selectMovableType(tx: Tx, eventId: string, typeId: string) {
  return await tx
    .selectFrom('ticket_type')
    .select(['id', 'name', 'kind'])
    .where('id', '=', typeId)
    .where('event_id', '=', eventId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Whether the gate is of the wrong kind for the ticket type: an entrance for an add-on, or a gate
 * that redeems add-ons for an entry type. The caller has locked the event.
 */
export async function isGateOfOtherKind(
  tx: Tx,
  { eventId, gateId, kind }: { eventId: string; gateId: string; kind: string },
): Promise<boolean> {
  const { rows } = await sql<{ is_other: boolean }>`
    select exists (
      select from ticket_type_gate l join ticket_type t on t.id = l.ticket_type_id
      where l.gate_id = ${gateId} and t.event_id = ${eventId} and t.kind <> ${kind}
        and (t.archived_at is null or t.first_sold_at is not null)
    ) as is_other`.execute(tx)
  return rows[0]!.is_other
}

type NewMove = {
  id: string
  event_id: string
  ticket_type_id: string
  gate_id: string
  moved_by: string
  at: Date
  next_at: Date
}

export async function insertGateMove(tx: Tx, row: NewMove): Promise<void> {
  await tx.insertInto('gate_move').values(row).execute()
}

/**
 * Ends the earlier moves of a ticket type whose holders were not all notified, because the holders
 * will be notified of the last gate. Returns the time of this notification: the time of an earlier
 * move whose notification has not begun, else the later of `soonest` and `everyMs` after the last.
 */
export async function endEarlierMoves(
  tx: Tx,
  typeId: string,
  { soonest, everyMs }: { soonest: Date; everyMs: number },
): Promise<Date> {
  const { rows } = await sql<{ due: Date }>`
    with open as materialized (
      select id, next_at, started_at from gate_move
      where ticket_type_id = ${typeId} and next_at is not null for update
    ), ended as (
      update gate_move m set next_at = null from open where m.id = open.id
    )
    select coalesce(
      (select min(next_at) from open where started_at is null),
      greatest(${soonest}::timestamptz, (
        select max(started_at) + ${everyMs} * interval '1 ms' from gate_move
        where ticket_type_id = ${typeId}
      ))
    ) as due`.execute(tx)
  return rows[0]!.due
}

type GateMove = {
  id: string
  ticket_type_id: string
  at: Date
  event_title: string
  ticket_type: string
  is_add_on: boolean
  gate: string
  is_latest: boolean
}

/** `is_latest` is false if the type has moved again. The SMS would then name a wrong gate. */
export async function selectGateMove(db: Db, id: string): Promise<GateMove | undefined> {
  const { rows } = await sql<GateMove>`
    select m.id, m.ticket_type_id, m.at, e.title as event_title, t.name as ticket_type,
      t.kind = 'add_on' as is_add_on, g.name as gate, not exists (
        select from gate_move n where n.ticket_type_id = m.ticket_type_id
          and (n.at, n.id) > (m.at, m.id)
      ) as is_latest
    from gate_move m join event e on e.id = m.event_id
      join ticket_type t on t.id = m.ticket_type_id join gate g on g.id = m.gate_id
    where m.id = ${id}`.execute(db)
  return rows[0]
}

/** Claims a move: the sweep skips it until `until`. Returns false if the move has ended. */
export async function claimGateMove(
  db: Db,
  id: string,
  { until, now }: { until: Date; now: Date },
): Promise<boolean> {
  const result = await sql`update gate_move
    set next_at = ${until}, started_at = coalesce(started_at, ${now}::timestamptz)
    where id = ${id} and next_at is not null`.execute(db)
  return result.numAffectedRows === 1n
}

/** Records that all holders have been notified, unless a later move has ended this move. */
export async function endGateMove(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update gate_move set next_at = null, notified_at = ${now}
    where id = ${id} and next_at is not null`.execute(tx)
}

const isGateMoveDue = (now: Date) => sql<boolean>`next_at <= ${now}`

export const areGateMovesDue = (now: Date): RawBuilder<boolean> =>
  sql`exists (select from gate_move where ${isGateMoveDue(now)})`

export async function takeGateMovesDue(tx: Tx, now: Date, until: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update gate_move set next_at = ${until} where id in (
      select id from gate_move where ${isGateMoveDue(now)} for update skip locked
    ) returning id`.execute(tx)
  return rows.map((row) => row.id)
}

type Holder = { ticket_id: string; phone: string; language: Language }

/** A page, by id, of the tickets sold before the move that can still let people in. */
export async function selectHolders(
  db: Db,
  { ticket_type_id, at }: GateMove,
  page: { after: string | null; count: number },
): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select k.id as ticket_id, ${holderPhone} as phone, o.language
    from ticket k join "order" o on o.id = k.order_id
    where k.ticket_type_id = ${ticket_type_id} and k.state = 'valid' and o.state = 'issued'
      and k.created_at <= ${at} and ${holderPhone} is not null
      and (${page.after}::uuid is null or k.id > ${page.after})
    order by k.id limit ${page.count}`.execute(db)
  return rows
}
