import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import type { Language } from '../platform/values/language.rules.ts'
import type { State } from './navigation.rules.ts'

export type SessionRow = {
  id: string
  phone: string
  language: Language
  dialled: string
  turns: number
  typed: string
  state: State | null
  order_id: string | null
  updated_at: Date
}

/**
 * Returns the session as its last turn left it. `answer` is the stored reply of this turn, if the
 * turn comes from the session's own phone and has a reply already.
 * For a new session, `last` is the phone's latest session.
 */
export async function selectSession(
  db: Db,
  { sessionId, phone, typed }: { sessionId: string; phone: string; typed: string },
): Promise<{ own: SessionRow | null; last: SessionRow | null; answer: string | null }> {
  const { rows } = await sql<SessionRow & { answer: string | null }>`
    (select s.*, t.answer from ussd_session s
      left join ussd_turn t on t.session_id = s.id and t.typed = ${typed} and s.phone = ${phone}
      where s.id = ${sessionId})
    union all
    (select s.*, null from ussd_session s where s.phone = ${phone} and s.id <> ${sessionId}
      and not exists (select from ussd_session own where own.id = ${sessionId})
      order by s.updated_at desc limit 1)`.execute(db)
  const own = rows.find(({ id }) => id === sessionId) ?? null
  const last = rows.find(({ id }) => id !== sessionId) ?? null
  return { own, last, answer: own?.answer ?? null }
}

type Answered = Omit<SessionRow, 'updated_at'> & { answer: string; now: Date }

/** Returns false if another turn was written first. */
export async function insertTurn(db: Db, turn: Answered): Promise<boolean> {
  const { id, phone, language, dialled, turns, typed, order_id, answer, now } = turn
  const state = turn.state && JSON.stringify(turn.state)
  const { rows } = await sql`
    with session as (
      insert into ussd_session as s (id, phone, language, dialled, turns, typed, state, order_id,
        created_at, updated_at)
      values (${id}, ${phone}, ${language}, ${dialled}, ${turns}, ${typed}, ${state}::jsonb,
        ${order_id}, ${now}, ${now})
      on conflict (id) do update set language = excluded.language, turns = excluded.turns,
        typed = excluded.typed, state = excluded.state, order_id = excluded.order_id,
        updated_at = excluded.updated_at
      where s.turns = excluded.turns - 1 and s.phone = excluded.phone
      returning id
    )
    insert into ussd_turn (session_id, typed, answer, at)
    select id, ${typed}, ${answer}, ${now} from session
    returning session_id`.execute(db)
  return rows.length === 1
}

/** Stores the reason that the gateway reports for the end of a session. Keeps the first report. */
export async function setEnding(db: Db, id: string, ending: string): Promise<void> {
  await db
    .updateTable('ussd_session')
    .set({ ending })
    .where('id', '=', id)
    .where('ending', 'is', null)
    .execute()
}

/** Deletes up to `count` sessions older than `before`, and their turns. Returns their number. */
export async function deleteOldSessions(tx: Tx, before: Date, count: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from ussd_session where created_at < ${before} order by created_at
    limit ${count} for update skip locked`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql`delete from ussd_turn where session_id = any(${ids}::text[])`.execute(tx)
  await sql`delete from ussd_session where id = any(${ids}::text[])`.execute(tx)
  return ids.length
}

export async function selectEventOfCode(db: Db, code: number): Promise<string | null> {
  const row = await db
    .selectFrom('event')
    .select('id')
    .where('dial_code', '=', code)
    .where('is_published', '=', true)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whether the event has ever had a seller. */
export async function hasSellers(db: Db, eventId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from seller where event_id = ${eventId}) as has`.execute(db)
  return rows[0]!.has
}

/** Whether money of order `o` may have been taken: M-Pesa has neither confirmed nor denied it. */
const isMoneyUnclear = sql<boolean>`(exists (
    select from payment p where p.order_id = o.id and p.state <> 'confirmed'
      and (p.state = 'unknown' or p.unverified_at is not null)
  ) or exists (select from payment p where p.order_id = o.id and p.use = 'suspense')
  or exists (
    select from unmatched_receipt s where s.order_id = o.id and s.is_unverified and s.state = 'open'
  ))`

/** Whether a wrong amount was paid. The order stays as it is, and the amount is due back. */
const isDueBack = sql<boolean>`exists (
    select from payment p where p.order_id = o.id and p.use = 'refund_due'
  )`

/** The unpaid order for the event: the phone's own, or one that it placed for another number. */
export async function selectUnpaidOrder(
  db: Db,
  { phone, eventId }: { phone: string; eventId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select o.id, 1 as rank from "order" o
      where o.phone = ${phone} and o.event_id = ${eventId} and o.is_open
      union all
      select o.id, 2 from "order" o
      where o.client_network = ${phone} and o.event_id = ${eventId} and o.is_open
    ) own order by rank limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Whether order `o` has a line besides `l`. An order by USSD has one line. */
const hasMoreLines = sql<boolean>`exists (
    select from order_line more where more.order_id = o.id and more.id <> l.id
  )`

/** How the buyer came to order `o`, and the price of line `l` if the buyer chose it. */
const boughtVia = [
  sql<number | null>`(
    select l.price_cents from ticket_type t
    where t.id = l.ticket_type_id and t.lowest_cents is not null
  )`.as('chosen_cents'),
  sql<string | null>`(
    select c.digits from line_limit n join promo_code c on c.id = n.limit_id
    where n.order_line_id = l.id
  )`.as('promo_digits'),
  sql<number | null>`(
    select s.number from order_source f join seller s on s.id = f.seller_id
    where f.order_id = o.id
  )`.as('seller_number'),
] as const

/** Reads an order with its line. An order that was placed by USSD has only one line. */
export async function selectOrderToPay(db: Db, id: string) {
  return await db
    .selectFrom('order as o')
    .innerJoin('order_line as l', 'l.order_id', 'o.id')
    .innerJoin('ticket_type as t', 't.id', 'l.ticket_type_id')
    .innerJoin('event as e', 'e.id', 'o.event_id')
    .leftJoin('hold as h', 'h.order_id', 'o.id')
    .select(['o.failure_code', 'e.title', 'h.paybill_until'])
    .select([isMoneyUnclear.as('is_money_unclear'), isDueBack.as('is_due_back')])
    .select(hasMoreLines.as('has_more_lines'))
    .select([
      'o.id',
      'o.code',
      'o.state',
      sql<string>`coalesce(o.phone, '')`.as('phone'),
      'o.recipient_phone',
      'o.amount_cents',
      'o.payment_method',
      'o.event_id',
    ])
    .select(['l.ticket_type_id', 'l.quantity', 't.sold_in'])
    .select(boughtVia)
    .where('o.id', '=', id)
    .limit(1)
    .executeTakeFirst()
}

export async function isGivenBack(db: Db, ticketId: string): Promise<boolean> {
  const ticket = db.selectFrom('ticket').select('void_reason').where('id', '=', ticketId)
  return (await ticket.executeTakeFirst())?.void_reason === 'given_back'
}

export async function deleteSessionsOf(tx: Tx, phone: string): Promise<void> {
  await sql`delete from ussd_turn t using ussd_session s
    where s.id = t.session_id and s.phone = ${phone}`.execute(tx)
  await sql`delete from ussd_session where phone = ${phone}`.execute(tx)
}
