import { type RawBuilder, type Selectable, sql } from 'kysely'
import { DEFAULT_GATE, type EventDay } from '../events/event.rules.ts'
import { isVisibleTo, seesNumbers } from '../events/events.sql.ts'
import { daysInOrder } from '../events/sales.sql.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import type { DB } from '../platform/database/schema.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import type { TicketKind } from '../tickets/number.rules.ts'
import type { CheckInResult } from './checkin.contract.ts'
import type { Decision } from './checkin.rules.ts'

export async function selectGuardedEvent(db: Db, viewer: Viewer, id: string) {
  return await db
    .selectFrom('event as e')
    .select(['e.id', 'e.cancelled_at', 'e.organizer_id'])
    .select(seesNumbers(viewer).as('sees_numbers'))
    .where('e.id', '=', id)
    .where(isVisibleTo(viewer))
    .executeTakeFirst()
}

const lockableTickets = (tx: Tx) =>
  tx
    .selectFrom('ticket as k')
    .innerJoin('order as o', 'o.id', 'k.order_id')
    .select(['k.id', 'k.number', 'k.event_id', 'k.gate_id', 'k.state', 'k.admits', 'k.admitted'])
    .select(['k.ticket_type_id', 'k.void_reason', 'k.excess', 'k.admitted_on'])
    .select('o.state as order_state')
    .forNoKeyUpdate('k')
export type LockedTicket = Awaited<
  ReturnType<ReturnType<typeof lockableTickets>['execute']>
>[number]

/**
 * Locks first the order and then the ticket. Waits for a refund in progress, and keeps other gates
 * from deciding about the ticket. Uses two statements, because the second then sees everything that
 * was committed while the first waited.
 */
export async function lockTicket(tx: Tx, number: string): Promise<LockedTicket | undefined> {
  await sql`select from "order" where id = (select order_id from ticket where number = ${number})
    for share`.execute(tx)
  return await lockableTickets(tx).where('k.number', '=', number).executeTakeFirst()
}

/**
 * Locks several tickets: first the orders, then the tickets, both in the order of their ids. For a
 * single ticket use `lockTicket`, because PostgreSQL plans a statement with an array again for each
 * call.
 */
export async function lockTickets(tx: Tx, numbers: readonly string[]): Promise<LockedTicket[]> {
  await sql`select from "order" where id in (
      select order_id from ticket where number = any(${numbers})
    ) order by id for share`.execute(tx)
  return await lockableTickets(tx)
    .where(sql<boolean>`k.number = any(${numbers})`)
    .orderBy('k.id')
    .execute()
}

export type Validator = { validator_id: string } | { device_id: string }

type Kind = 'in' | 'undo' | 'out'

export type DecisionRow = {
  id: string
  kind: Kind
  result: CheckInResult
  reason: Decision['reason']
  event_id: string
  gate_id: string | null
  ticket_id: string | null
  ticket_number: string
  nonce: string
  requested: number | null
  method: string
  admits: number
  let_in: number
  left_after: number | null
  is_offline: boolean
  at: Date
  quantity: number | null
  excess: number | null
  ticket_type: string | null
  ticket_kind: TicketKind | null
  ticket_gate: string
  gate_redeems: string | null
  /** The days of the ticket, in order of time, if the result is `other_day`. */
  ticket_days: EventDay[] | null
}

/** Whether a number is that of an add-on: it encodes 0 people (tickets/number.rules.ts). */
export const isAddOn = (number: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${number} ~ '^[048CGMRW][0-3][0-9A-HJKMNP-TV-Z]{8}'`

/** The names of the gates of type `t`, as 'Bar 1 or Bar 2'. '' without gates. */
export const gatesOfType = sql<string>`
  select coalesce(string_agg(tg.name, ' or ' order by tg.gate_offset, tg.name), '')
  from ticket_type_gate l join gate tg on tg.id = l.gate_id where l.ticket_type_id = t.id`

const DECISION = sql`c.id, c.kind, c.result, c.reason, c.event_id, c.gate_id, c.ticket_id,
  c.ticket_number, c.nonce, c.requested, c.method, c.admits, c.let_in, c.left_after, c.is_offline, c.at,
  k.admits as quantity, k.excess, t.name as ticket_type, t.kind as ticket_kind,
  case when t.kind = 'add_on' then (${gatesOfType}) else coalesce(g.name, ${DEFAULT_GATE}) end
    as ticket_gate,
  case when c.reason = 'add_on_gate' then (
    select string_agg(a.name, ', ' order by a.type_offset) from ticket_type a
      join ticket_type_gate l on l.ticket_type_id = a.id
    where a.event_id = c.event_id and a.kind = 'add_on' and l.gate_id = c.gate_id
  ) end as gate_redeems,
  case when c.result = 'other_day' then (
    select ${daysInOrder} from event_day d
    where d.event_id = t.event_id and d.n = any(t.day_numbers)
  ) end as ticket_days`

// A ticket of another event must stay hidden from this event's gates. The `limit 1` makes
// PostgreSQL look up one ticket per row: without it PostgreSQL expects 100 rows from the JSON and
// reads all tickets of the event even for a single row.
const OWN_TICKET = sql`lateral (
  select * from ticket where id = c.ticket_id and event_id = c.event_id limit 1
) k on true`
const WITH_TICKET = sql`left join ${OWN_TICKET}
  left join ticket_type t on t.id = k.ticket_type_id left join gate g on g.id = k.gate_id`

/**
 * The change in the figures of one day caused by a decision. `checks` counts check-ins, `tickets`
 * and `people` count only admissions that the ticket allows, and `inside` counts all people going
 * in or out. `day` is null for an event of one day.
 */
export type Change = {
  day: string | null
  checks: number
  tickets: number
  people: number
  inside: number
}

type Row = Selectable<DB['check_in']>
export type NewCheckIn = Omit<Row, 'validator_id' | 'device_id'> & Partial<Row>

/**
 * Stores decisions and their changes of the figures. The caller has locked the tickets, so that no
 * person is admitted with a refunded ticket. Skips rows whose nonce this account or phone has used
 * before; returns the rows that were stored. The statement has the same text for any number of
 * rows, so that PostgreSQL prepares it only once.
 */
export async function insertCheckIns(
  tx: Tx,
  rows: readonly { row: NewCheckIn; changes: readonly Change[] }[],
): Promise<DecisionRow[]> {
  // Replace halves of surrogate pairs, because JSON rejects them. Text parameters of a statement
  // would replace them automatically.
  const entries = rows.map(({ row, changes }) => {
    const note = row.note?.toWellFormed() ?? null
    return { ...row, note, changes }
  })
  const written = await sql<DecisionRow>`
    with entry as (
      select r.*, j -> 'changes' as changes
      from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) j,
        jsonb_populate_record(null::check_in, j) r
    ), written as (
      insert into check_in (id, event_id, gate_id, ticket_number, ticket_id, result, reason, requested,
        admits, left_after, method, validator_id, device_id, nonce, device_at, at, uploaded_at, kind,
        undone_id, let_in, is_offline, by_proof, is_past_limit, note)
      select id, event_id, gate_id, ticket_number, ticket_id, result, reason, requested,
        admits, left_after, method, validator_id, device_id, nonce, device_at, at, uploaded_at, kind,
        undone_id, let_in, is_offline, by_proof, is_past_limit, note from entry
      on conflict do nothing returning *
    ), counted as (
      insert into check_in_delta (event_id, gate_id, ticket_type_id, method, result, reason, day,
        checks, tickets, people, inside)
      -- Undos and exits are not check-ins, so they have no result.
      select c.event_id, c.gate_id, k.ticket_type_id, c.method,
        case when c.kind = 'in' then c.result else c.kind end, c.reason, n.day, n.checks, n.tickets,
        case when p.status = 'paid' then n.people else 0 end, n.inside
      from written c join entry e on e.id = c.id cross join lateral jsonb_to_recordset(e.changes)
        as n(day date, checks int, tickets int, people int, inside int) left join ${OWN_TICKET}
        left join paid_line p on p.order_line_id = k.order_line_id
    )
    select ${DECISION} from written c ${WITH_TICKET}`.execute(tx)
  return written.rows
}

export async function selectDecisions(
  tx: Tx,
  by: Validator,
  nonces: readonly string[],
): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select ${DECISION} from check_in c ${WITH_TICKET}
    where ${isBy(by)} and c.nonce = any(${nonces}::uuid[])`.execute(tx)
  return rows
}

function isBy(by: Validator): RawBuilder<boolean> {
  return 'device_id' in by
    ? sql<boolean>`c.device_id = ${by.device_id}`
    : sql<boolean>`c.validator_id = ${by.validator_id}`
}

export type LastAdmission = { id: string; at: Date; gate: string | null; phone: string | null }

/** The latest check-in of ticket `k` that admitted people and was not undone; alias it as `l`. */
export const LAST_IN = sql`select c.id, c.at, c.gate_id, c.device_id
  from check_in c
  where c.ticket_id = k.id and c.event_id = k.event_id and c.kind = 'in' and c.let_in > 0
    and not exists (select from check_in u where u.undone_id = c.id)`

export async function selectLastAdmissions(
  tx: Tx,
  rows: readonly Pick<DecisionRow, 'id' | 'ticket_id' | 'event_id'>[],
): Promise<LastAdmission[]> {
  const usedRows = JSON.stringify(
    rows.map(({ id, ticket_id, event_id }) => ({ id, ticket_id, event_id })),
  )
  const found = await sql<LastAdmission>`
    select k.row_id as id, l.at, g.name as gate, f.name as phone
    from (
      select id as row_id, ticket_id as id, event_id
      from jsonb_to_recordset(${usedRows}::jsonb) r(id uuid, ticket_id uuid, event_id uuid)
    ) k cross join lateral (
        ${LAST_IN} and c.id <> k.row_id order by c.at desc, c.id desc limit 1
      ) l
      left join gate g on g.id = l.gate_id left join gate_phone f on f.id = l.device_id`.execute(tx)
  return found.rows
}
