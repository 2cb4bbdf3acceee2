import { type RawBuilder, sql } from 'kysely'
import { DEFAULT_GATE, type EventDay } from '../events/event.rules.ts'
import { gateDay } from '../events/sales.rules.ts'
import {
  daysInOrder,
  isDayCancelled,
  isRefundPaused,
  ownWhen,
  startOf,
  typeDays,
  whenColumns,
} from '../events/sales.sql.ts'
import { assert } from '../platform/assert.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import type { Language } from '../platform/values/language.rules.ts'
import type { TicketKind } from './number.rules.ts'

/** The time at which the doors open for ticket type `t` of event `e`. */
export const doorsOf: RawBuilder<unknown> = sql`
  ${startOf} at time zone 'Africa/Nairobi' - interval '6 hours'`

export async function selectGateKey(tx: Tx, eventId: string): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('gate_key')
    .select('key')
    .where('event_id', '=', eventId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.key ?? null
}

/** Does nothing if another process created a key first. */
export async function insertGateKey(tx: Tx, eventId: string, key: Buffer): Promise<void> {
  await tx
    .insertInto('gate_key')
    .values({ event_id: eventId, key })
    .onConflict((conflict) => conflict.columns(['event_id', 'version']).doNothing())
    .execute()
}

/** The facts for issuing tickets, with lines sorted by ticket type id, as all locks are. */
export async function selectIssueFacts(tx: Tx, orderId: string): Promise<IssueFacts> {
  const { rows } = await sql<IssueFacts>`
    select encode((select key from gate_key k where k.event_id = o.event_id
        order by version desc limit 1), 'hex') as gate_key,
      (select phone from payment where order_id = o.id and use = 'sale') as payer_phone,
      o.email is not null as has_email,
      (select host from complimentary_order where order_id = o.id) as host, (
        select jsonb_agg(to_jsonb(line) order by line.ticket_type_id) from (
          select l.id, l.position, l.quantity, l.ticket_type_id, t.type_offset, t.kind, t.name,
            t.sold_in, ${ownWhen}, exists (
              select from ticket_type_gate g where g.ticket_type_id = t.id
            ) as has_gates
          from order_line l join ticket_type t on t.id = l.ticket_type_id where l.order_id = o.id
        ) line
      ) as lines
    from "order" o join event e on e.id = o.event_id where o.id = ${orderId}`.execute(tx)
  assert(rows[0], `there is no order ${orderId}`)
  return rows[0]
}

type IssueLine = {
  id: string
  position: number
  quantity: number
  ticket_type_id: string
  type_offset: number
  kind: TicketKind
  name: string
  sold_in: number
  date: string
  time: string
  /** The last date for which its ticket type is valid. */
  until: string
  has_gates: boolean
}

export type IssueFacts = {
  /** Newest gate key in hex; null before the first ticket. */
  gate_key: string | null
  payer_phone: string | null
  has_email: boolean
  /** Organizer or sponsor of a complimentary order; null for a bought order. */
  host: string | null
  lines: IssueLine[]
}

/**
 * Locks the orders' gate loads in one statement (see `chooseGate`). With `skips`, skips rows locked
 * elsewhere. Returns each order that lacks a lock, with all its ticket types.
 */
export async function lockGateLoads(
  tx: Tx,
  orderIds: string[],
  skips: boolean,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; types: string[] }>`
    with wanted as (
      select distinct l.order_id, g.ticket_type_id, g.gate_id
      from order_line l join gate_load g using (ticket_type_id)
      where l.order_id = any(${orderIds}::uuid[])
    ), locked as materialized (
      select ticket_type_id, gate_id from gate_load
      where ticket_type_id in (select ticket_type_id from wanted)
      order by ticket_type_id, gate_id for no key update ${skips ? sql`skip locked` : sql``}
    )
    select order_id as id, array_agg(distinct ticket_type_id order by ticket_type_id) as types
    from wanted group by order_id
    having bool_or((ticket_type_id, gate_id) not in (select ticket_type_id, gate_id from locked))`.execute(
    tx,
  )
  return new Map(rows.map(({ id, types }) => [id, types]))
}

export async function waitForGateLoads(tx: Tx, typeId: string): Promise<void> {
  await sql`select from gate_load where ticket_type_id = ${typeId} order by gate_id for share`.execute(
    tx,
  )
}

/** Returns false if the number or the list hash is taken. The caller then draws a new number. */
export async function insertTicket(
  tx: Tx,
  row: {
    id: string
    number: string
    order_id: string
    order_line_id: string
    part: number
    event_id: string
    ticket_type_id: string
    gate_id: string | null
    admits: number
    created_at: Date
    holder_phone?: string
    sent_from?: string
    times_sent?: number
    most_admitted?: number
  },
): Promise<boolean> {
  const result = await tx
    .insertInto('ticket')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function selectPayerPhone(tx: Tx, orderId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('payment')
    .select('phone')
    .where('order_id', '=', orderId)
    .where('use', '=', 'sale')
    .executeTakeFirst()
  return row?.phone ?? null
}

/**
 * The number of people inside on ticket `k` today. Differs from `admitted` for a pass that admits
 * once per day: each new day, everyone may come in again.
 */
export const admittedNow = (now: Date): RawBuilder<number> => sql<number>`
  case when k.admitted_on is null or k.admitted_on = ${gateDay(now)}::date then k.admitted
    else 0 end`

/**
 * The used part of ticket `k`, in people, which is not refunded. On a pass, a check-in on any day
 * uses the part of one person.
 */
export const everAdmitted: RawBuilder<number> = sql<number>`
  greatest(k.admitted, least(k.admits, k.most_admitted))`

/** Whether a ticket of event `e` has let a person in, on any day. */
export const isCheckedIn: RawBuilder<boolean> = sql<boolean>`exists (
  select from ticket k where k.event_id = e.id and ${everAdmitted} > 0)`

/** The gate's name. '' for an add-on without a gate, because no entrance redeems it. */
const gateName =
  sql<string>`coalesce(g.name, case when t.kind = 'entry' then ${DEFAULT_GATE} else '' end)`.as(
    'gate',
  )

export async function selectTicket(db: Db, number: string, now: Date) {
  return await db
    .selectFrom('ticket as k')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .innerJoin('event as e', 'e.id', 'k.event_id')
    .leftJoin('gate as g', 'g.id', 'k.gate_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('check_in as c')
          .leftJoin('gate as cg', 'cg.id', 'c.gate_id')
          .select(['c.at', 'cg.name'])
          .whereRef('c.ticket_id', '=', 'k.id')
          .where('c.result', '=', 'valid')
          .where('c.kind', '=', 'in')
          .orderBy('c.at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .innerJoin('order as o', 'o.id', 'k.order_id')
    .select(['k.id', 'k.order_id', 'k.void_reason', 'k.number', 'k.admits', 'k.state'])
    .select(['k.sent_from', 'k.opened_at', 'k.admitted', 'o.state as order_state', gateName])
    .select(admittedNow(now).as('admitted_now'))
    .select(['o.payment_method', 'e.cancelled_at'])
    .select(['t.name as ticket_type', 't.sold_in', 't.kind'])
    .select(['last.at as last_admitted_at', 'last.name as last_gate'])
    .select([typeDays.as('days'), 't.once_in_all', 'e.highest_day'])
    .select([isDayCancelled.as('is_day_cancelled'), isRefundPaused.as('is_refund_paused')])
    .select(['e.id as event_id', 'e.title', 'e.image_key', 'e.location'])
    .select(whenColumns)
    .where('k.number', '=', number)
    .executeTakeFirst()
}

/** The days for which the tickets of order `o` are valid. Empty in an event of one day. */
const daysOfOrder = sql<EventDay[]>`case when e.highest_day = 0 then '[]' else (
  select ${daysInOrder} from event_day d where d.event_id = e.id and d.n in (
    select unnest(t.day_numbers) from order_line l join ticket_type t on t.id = l.ticket_type_id
    where l.order_id = o.id)) end`

export async function selectEmailFacts(tx: Tx, orderId: string) {
  return await tx
    .selectFrom('order as o')
    .innerJoin('event as e', 'e.id', 'o.event_id')
    .leftJoin('payment as p', (join) =>
      join.onRef('p.order_id', '=', 'o.id').on('p.use', '=', 'sale'),
    )
    .select(['o.email', 'o.amount_cents', 'o.language', 'p.mpesa_receipt', 'o.event_id', 'o.code'])
    .select(['e.title', 'e.image_key', 'e.date', 'e.time', 'e.location', 'e.description'])
    .select(['e.cancelled_at', 'e.updated_at', daysOfOrder.as('days')])
    .where('o.id', '=', orderId)
    .$narrowType<{ date: string; time: string; language: Language }>()
    .executeTakeFirstOrThrow()
}

/** The payer sees a transferred ticket by its old number. Only its receiver sees the new one. */
const isPayers = sql<boolean>`k.sent_from is null`

/**
 * Valid, used, refunded and transferred tickets of the given orders. The caller selects the order
 * ids first, because in a join PostgreSQL could start at the tickets.
 */
function boughtTickets(db: Db, orderIds: readonly string[]) {
  return db
    .selectFrom('order as o')
    .innerJoin('ticket as k', 'k.order_id', 'o.id')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .innerJoin('order_line as l', 'l.id', 'k.order_line_id')
    .innerJoin('event as e', 'e.id', 'k.event_id')
    .select(['k.id', 'k.order_id', 'k.number', 'k.admits', 'k.void_reason', 'k.state'])
    .select(['t.name as ticket_type', 't.sold_in', 't.kind'])
    .select(['o.state as order_state', 'e.cancelled_at', isDayCancelled.as('is_day_cancelled')])
    .where((eb) =>
      eb.or([
        eb.and([eb('o.state', '=', 'issued'), eb('k.state', '<>', 'void')]),
        eb('k.void_reason', 'in', ['refunded', 'transferred']),
      ]),
    )
    .where(isPayers)
    .where(sql<boolean>`k.order_id = any(${orderIds})`)
    .orderBy(sql`array_position(${orderIds}::uuid[], k.order_id)`)
    .orderBy(sql`k.state = 'void'`)
    .orderBy(sql`t.kind <> 'entry'`)
    .orderBy('l.position')
    .orderBy('k.part')
}

/** Tickets in the order of the receipts. A second payment for an order bought no tickets. */
export async function selectTicketsOfReceipts(db: Db, receipts: readonly string[]) {
  const payments = await db
    .selectFrom('payment')
    .select(['order_id', 'use'])
    .where(sql<boolean>`mpesa_receipt = any(${receipts})`)
    .orderBy(sql`array_position(${receipts}::text[], mpesa_receipt)`)
    .execute()
  const sales = payments.filter(({ use }) => use === 'sale').map(({ order_id }) => order_id)
  const ids = payments.map(({ order_id }) => order_id)
  return await boughtTickets(db, ids)
    .where(sql<boolean>`(k.order_id = any(${sales}) or o.state <> 'issued')`)
    .execute()
}

export async function selectTicketsOfCodes(db: Db, codes: readonly string[]) {
  const orders = await db
    .selectFrom('order')
    .select('id')
    .where(sql<boolean>`code = any(${codes})`)
    .orderBy(sql`array_position(${codes}::text[], code)`)
    .execute()
  const ids = orders.map(({ id }) => id)
  return await boughtTickets(db, ids).execute()
}

/** Valid, used and transferred tickets in the order of the lines, each with the days it is for. */
export async function selectTicketsOfOrders(db: Db, orderIds: string[]) {
  return await namedTickets(db)
    .where(sql<boolean>`k.order_id = any(${orderIds})`)
    .where((eb) => eb.or([eb('k.state', '<>', 'void'), eb('k.void_reason', '=', 'transferred')]))
    .where(isPayers)
    .execute()
}

/** Valid and used tickets with these numbers, of any holder. */
export async function selectTicketsOfNumbers(db: Db, numbers: readonly string[]) {
  return await namedTickets(db)
    .where(sql<boolean>`k.number = any(${numbers})`)
    .where('k.state', '<>', 'void')
    .execute()
}

function namedTickets(db: Db) {
  return db
    .selectFrom('ticket as k')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .innerJoin('order_line as l', 'l.id', 'k.order_line_id')
    .innerJoin('event as e', 'e.id', 'k.event_id')
    .leftJoin('gate as g', 'g.id', 'k.gate_id')
    .select(['k.order_id', 'k.number', 'k.admits', gateName])
    .select(whenColumns)
    .select(['t.name as ticket_type', 't.sold_in', 't.kind'])
    .orderBy(sql`t.kind <> 'entry'`)
    .orderBy('l.position')
    .orderBy('k.part')
}

/**
 * Counts `people` as inside. The caller has locked the ticket. With all people inside, the ticket
 * is used. A pass that admits once per day counts only the people of day `on`, and stays valid.
 */
export async function countAdmitted(
  tx: Tx,
  ticketId: string,
  people: number,
  on: string | null = null,
): Promise<void> {
  const onDay = sql`case when admitted_on = ${on} then admitted else 0 end + ${people}`
  const change =
    on === null
      ? sql`admitted = admitted + ${people},
          state = case when admitted + ${people} = admits then 'used' else state end`
      : sql`admitted = ${onDay}, admitted_on = ${on},
          most_admitted = greatest(most_admitted, ${onDay})`
  const result = await sql`
    update ticket set ${change} where id = ${ticketId} and state = 'valid'`.execute(tx)
  if (result.numAffectedRows !== 1n) throw new Error(`the ticket ${ticketId} lets nobody in`)
}

export async function selectLineOfTicket(tx: Tx, ticketId: string) {
  return await tx
    .selectFrom('ticket')
    .select(['order_id', 'order_line_id as line_id', 'holder_phone'])
    .where('id', '=', ticketId)
    .executeTakeFirst()
}
