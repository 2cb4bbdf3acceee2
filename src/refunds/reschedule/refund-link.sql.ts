import { type RawBuilder, sql } from 'kysely'
import { isFreed } from '../../events/event-change.sql.ts'
import type { Schedule } from '../../events/reschedule.rules.ts'
import { whoPaid } from '../../payments/payments.sql.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { buyerPhone } from '../../tickets/holder.sql.ts'
import { everAdmitted } from '../../tickets/tickets.sql.ts'
import type { OwnedTicket } from '../take-back/chosen-tickets.ts'
import type { LeftLine } from '../take-back/ticket-shares.rules.ts'

type NewLink = {
  orderId: string
  /** The transferred ticket of a holder's link; null for the link of the buyer. */
  ticketId: string | null
  token: string
  now: Date
}

/** Returns the token of a buyer's or a holder's link; creates the link if there is none. */
export async function takeLink(
  tx: Tx,
  { orderId, ticketId, token, now }: NewLink,
): Promise<string> {
  const owner = ticketId === null ? sql`(order_id) where ticket_id is null` : sql`(ticket_id)`
  const { rows } = await sql<{ token: string }>`
    insert into refund_link (order_id, ticket_id, token, created_at)
    values (${orderId}, ${ticketId}, ${token}, ${now})
    on conflict ${owner} do update set token = refund_link.token returning token`.execute(tx)
  return rows[0]!.token
}

/** The owner of a link: an order's buyer, or the holder of a transferred ticket. */
export type LinkOwner = { orderId: string } | { ticketNumber: string }

/** Locks a link. Undefined if the token does not match the order or the ticket. */
export async function lockLink(tx: Tx, token: string, owner: LinkOwner) {
  const link = tx
    .selectFrom('refund_link as k')
    .innerJoin('order as o', 'o.id', 'k.order_id')
    .leftJoin('ticket as t', 't.id', 'k.ticket_id')
    .select(['o.id as order_id', 'o.event_id', 'o.created_at', 'k.requested_at', 't.void_reason'])
    .where('k.token', '=', token)
    .forNoKeyUpdate('k')
  return await ('orderId' in owner
    ? link.where('k.order_id', '=', owner.orderId).where('k.ticket_id', 'is', null)
    : link.where('t.number', '=', owner.ticketNumber)
  ).executeTakeFirst()
}

/** Adds a requested refund to the earlier refunds of the link. */
export async function addRequested(
  tx: Tx,
  token: string,
  { refundId, now }: { refundId: string; now: Date },
): Promise<void> {
  await sql`
    update refund_link set requested_at = ${now}, back_cents = back_cents + r.amount_cents
    from refund r where token = ${token} and r.id = ${refundId}`.execute(tx)
}

export type LinkRow = {
  id: string
  code: string
  state: string
  event_id: string
  /** When the event was cancelled. Null if it was not. */
  cancelled_at: Date | null
  created_at: Date
  requested_at: Date | null
  /** The transferred ticket of a holder's link; null for a buyer's link. */
  ticket_number: string | null
  void_reason: string | null
  /** The phone to which the buyer's tickets go. */
  buyer_phone: string
  /** The amount of the refunds that the link requested. */
  back_cents: number
  in_cash: boolean
  language: Language
  /** The number that paid. Null if M-Pesa masked it. */
  payer: string | null
  /** `freed_by`: the changes that let the ticket's holder request a refund, the latest first. */
  tickets: (OwnedTicket & { ticket_type: string; freed_by: string[] })[]
  lines: LeftLine[]
}

/** The data for the page behind a link, in one statement so that tickets and money agree. */
export async function selectLink(db: Db, token: string): Promise<LinkRow | undefined> {
  const { rows } = await sql<LinkRow>`
    select o.id, o.code, o.state, o.event_id, e.cancelled_at, o.created_at, k.requested_at,
      own.number as ticket_number, own.void_reason, o.language,
      (select ${whoPaid} from payment p where p.order_id = o.id and p.use = 'sale') as payer,
      ${buyerPhone} as buyer_phone, k.back_cents,
      exists (select from payment p where p.order_id = o.id and p.method = 'cash') as in_cash,
      (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'number', k.number,
          'order_line_id', k.order_line_id, 'admits', k.admits, 'admitted', ${everAdmitted},
          'holder_phone', k.holder_phone, 'ticket_type', t.name, 'kind', t.kind,
          'sold_in', t.sold_in, 'freed_by', (
            select coalesce(jsonb_agg(c.id order by c.announced_at desc), '[]') from event_change c
            where c.event_id = o.event_id and ${isFreed(sql`c.day`, sql`c.frees_passes`)}
          )) order by k.id), '[]')
        from ticket k join ticket_type t on t.id = k.ticket_type_id where k.order_id = o.id and k.state <> 'void') as tickets,
      (select coalesce(jsonb_agg(jsonb_build_object('lineId', l.id,
          'quantity', l.quantity - s.back_quantity, 'amountCents', l.amount_cents - s.back_cents)
          order by l.position), '[]')
        from order_line l join paid_line s on s.order_line_id = l.id
        where l.order_id = o.id and s.status = 'paid') as lines
    from refund_link k join "order" o on o.id = k.order_id join event e on e.id = o.event_id
      left join ticket own on own.id = k.ticket_id
    where k.token = ${token}`.execute(db)
  return rows[0]
}

type ChangeNotice = {
  changeId: string
  eventId: string
  before: Date
  /** The day that changed; null for the whole event. */
  day: number | null
  isCancellation: boolean
}

/** Whether order `o` has a valid or used ticket of a type for the day. */
const hasDayTickets = (day: number, isTicket: RawBuilder<boolean>) => sql<boolean>`exists (
  select from ticket k join ticket_type t on t.id = k.ticket_type_id
  where k.order_id = o.id and k.state <> 'void' and ${day} = any(t.day_numbers) and ${isTicket})`

/** Whether order `o` was just paid and has no tickets yet. Its tickets may be for the day. */
const isWithoutTickets = sql<boolean>`o.state = 'paid'`

/**
 * Whether a change still needs work for order `o`: a buyer is to be notified, or tickets of a
 * cancelled day are to be taken back.
 */
function isConcerned({ changeId, before, day, isCancellation }: ChangeNotice) {
  const isUntold = sql<boolean>`(o.created_at <= ${before} and ${isUnnotified(sql`${changeId}::text`)})`
  if (day === null) return isUntold
  const ofDay = sql<boolean>`(${isUntold}
    and (${isWithoutTickets} or ${hasDayTickets(day, sql`true`)}))`
  if (!isCancellation) return ofDay
  const isDayOnly = isFreed(sql`${day}::smallint`, sql`false`)
  return sql<boolean>`(${ofDay} or ${hasDayTickets(day, isDayOnly)})`
}

/** Whether order `o` has sold or complimentary tickets. */
const hasTickets = sql<boolean>`o.state in ('paid', 'issued') and (o.payment_method = 'complimentary' or exists (
    select from order_line l join paid_line s on s.order_line_id = l.id
    where l.order_id = o.id and s.status = 'paid'
  ))`

/** Whether order `o` has tickets and its buyer was not yet notified of this reschedule. */
const isUnnotified = (changeId: RawBuilder<unknown>) => sql<boolean>`
  ${hasTickets} and not exists (
    select from message m where m.dedupe_key = 'moved:' || ${changeId} || ':' || o.id
  )`

/**
 * Orders placed before a reschedule that have sold or complimentary tickets and whose buyers were
 * not notified yet.
 */
export async function selectUnnotifiedOrders(
  db: Db,
  notice: ChangeNotice,
  page: { after: string | null; count: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o
    where o.event_id = ${notice.eventId} and (${page.after}::uuid is null or o.id > ${page.after})
      and ${isConcerned(notice)}
    order by o.id limit ${page.count}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Counts the buyers who ordered before a reschedule and still have tickets, and the buyers among
 * them who were sent the SMS.
 */
export async function countNotified(
  db: Db,
  { changeId, eventId, before, day }: Omit<ChangeNotice, 'isCancellation'>,
) {
  const ofDay = day === null ? sql`true` : hasDayTickets(day, sql`true`)
  const { rows } = await sql<{ buyers: number; notified: number }>`
    select count(*)::int as buyers,
      (count(*) filter (where m.state in ('sent', 'delivered')))::int as notified
    from "order" o left join message m on m.dedupe_key = 'moved:' || ${changeId}::text || ':' || o.id
    where o.event_id = ${eventId} and o.created_at <= ${before} and ${hasTickets} and ${ofDay}`.execute(
    db,
  )
  return rows[0]!
}

/**
 * Counts the orders with tickets for a cancelled day, and those among them whose day tickets were
 * taken back and whose buyers were notified.
 */
export async function countConcerned(db: Db, notice: ChangeNotice) {
  const { eventId, before, day, changeId } = notice
  const { rows } = await sql<{ buyers: number; notified: number }>`
    with concerned as (
      select ${isConcerned(notice)} as is_left, m.state from "order" o
        left join message m on m.dedupe_key = 'moved:' || ${changeId}::text || ':' || o.id
      where o.event_id = ${eventId} and o.created_at <= ${before} and (m.id is not null
        or exists (
          select from refund r join refund_ticket x on x.refund_id = r.id
            join ticket k on k.id = x.ticket_id join ticket_type t on t.id = k.ticket_type_id
          where r.order_id = o.id and r.reason = 'cancelled' and r.created_at >= ${before}
            and ${day} = any(t.day_numbers)
        ) or ${hasDayTickets(day!, sql`true`)})
    )
    select count(*)::int as buyers, (count(*) filter (where not is_left
        and coalesce(state in ('sent', 'delivered'), true)))::int as notified
    from concerned`.execute(db)
  return rows[0]!
}

/**
 * Reschedules whose notifications are done, and that have an order placed before the reschedule and
 * paid during or after the notifications. Looks back one day; a sweep calls this every minute.
 */
export async function selectMovesPaidLate(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from event_change c
    where c.notify_buyers and c.notified_at is not null and c.request_until >= ${now} and not exists (
      select from event_change later
      where later.event_id = c.event_id and later.announced_at > c.announced_at
        and later.day is not distinct from c.day
    ) and exists (
      select from paid_line p join order_line line on line.id = p.order_line_id
        join "order" o on o.id = line.order_id join ticket_type t on t.id = line.ticket_type_id
      where p.event_id = c.event_id and o.created_at <= c.announced_at
        and p.paid_at > greatest(c.notified_at - interval '10 minutes', ${now}::timestamptz - interval '1 day')
        and ${isUnnotified(sql`c.id`)} and (c.day is null or c.day = any(t.day_numbers))
    )`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * The schedule that an order's buyer knows: the schedule before the first reschedule of which the
 * buyer was not notified. Undefined if the buyer knows of every reschedule.
 */
export async function selectKnownSchedule(
  tx: Tx,
  { event_id, day, orderId }: { event_id: string; day: number | null; orderId: string },
): Promise<Schedule | undefined> {
  const { rows } = await sql<Schedule>`
    select c.old_date::text as date, to_char(c.old_time, 'HH24:MI') as time,
      c.old_location as location
    from event_change c
    where c.event_id = ${event_id} and c.day is not distinct from ${day}::smallint
      and not c.is_cancellation
      and c.announced_at >= (select created_at from "order" where id = ${orderId})
      and not exists (
        select from event_change known join message m
          on m.dedupe_key = 'moved:' || known.id || ':' || ${orderId}::text
        where known.event_id = c.event_id and known.day is not distinct from c.day
          and known.announced_at >= c.announced_at
      )
    order by c.announced_at limit 1`.execute(tx)
  return rows[0]
}

/** The buyer to notify: the phone that got the tickets, and the email address if there is one. */
export async function selectBuyer(tx: Tx, orderId: string) {
  const { rows } = await sql<{
    phone: string
    recipient_phone: string | null
    payer: string | null
    email: string | null
    code: string
    language: Language
    /** Whether the tickets are complimentary or free, so that there is nothing to refund. */
    is_free: boolean
  }>`
    select o.phone, o.recipient_phone, o.email, o.code, o.language,
      o.payment_method in ('complimentary', 'free') as is_free, (
      select p.phone from payment p where p.order_id = o.id and p.use = 'sale'
    ) as payer
    from "order" o where o.id = ${orderId}`.execute(tx)
  return rows[0]!
}

/** Tickets of an order that were transferred before `before`, with the phone of each holder. */
export async function selectSentOn(tx: Tx, orderId: string, before: Date) {
  const { rows } = await sql<{ id: string; phone: string }>`
    select id, holder_phone as phone from ticket
    where order_id = ${orderId} and state <> 'void' and holder_phone is not null
      and created_at <= ${before}
    order by id`.execute(tx)
  return rows
}
