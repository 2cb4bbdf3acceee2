import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ownFee } from '../accounts/fees/service-fee.sql.ts'
import type { EventDay, Places } from './event.rules.ts'
import type { StoredFeeTerms, StoredStep } from './price.rules.ts'
import { lastEndedDay, type SaleStop } from './sales.rules.ts'

/** Whether event `e` and all its days are over. */
export function hasEnded(now: Date): RawBuilder<boolean> {
  return sql`(e.last_date <= ${lastEndedDay(now.getTime())}::date)`
}

/** Whether event `e` has a date and is not over yet. */
export function isUpcoming(now: Date): RawBuilder<boolean> {
  return sql`(e.last_date > ${lastEndedDay(now.getTime())}::date)`
}

/** Whether event `e` is neither cancelled nor over, and its sales are not stopped. */
export function salesOpen(now: Date): RawBuilder<boolean> {
  return sql`(e.cancelled_at is null and e.sales_stopped_at is null
    and ${isUpcoming(now)})`
}

/**
 * `salesOpen` for lists in index order. The index has no events marked as over, so almost all rows
 * match. PostgreSQL knows this from `<>`; for `>` it expects a third of the rows, and sorts them.
 */
export function isListed(now: Date): RawBuilder<boolean> {
  const ended = sql`${lastEndedDay(now.getTime())}::date`
  return sql`(e.cancelled_at is null and e.sales_stopped_at is null and not e.is_over
    and greatest(e.last_date, ${ended}) <> ${ended})`
}

/**
 * Why the tickets of event `e` are not for sale, by the rules of `saleStop` in sales.rules.ts. Null
 * if they are for sale.
 */
export function saleStop(now: Date): RawBuilder<SaleStop | null> {
  return sql`case when not e.is_published then 'draft' when not ${salesOpen(now)} then 'closed'
    when e.is_sold_out then 'sold_out' end`
}

/** Whether event `e` has an order, paid or unpaid. */
export function hasOrders(): RawBuilder<boolean> {
  return sql`exists (select from "order" o where o.event_id = e.id)`
}

/** The price steps of ticket type `t`, in their order. */
export const priceSteps: RawBuilder<StoredStep[]> = sql<StoredStep[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'price_cents', s.price_cents,
      'starts_at', s.starts_at, 'ends_at', s.ends_at, 'limit_id', s.limit_id,
      'quantity', l.capacity, 'held', coalesce(l.held, 0),
      'sold', coalesce(l.sold, 0), 'left', l.capacity - l.held - l.sold)
    order by s.position), '[]')
  from price_step s left join sale_limit l on l.id = s.limit_id
  where s.ticket_type_id = t.id)`

/** The capacity and the counts of the pool of ticket type `t`, in people. Null without a pool. */
export const poolPlaces: RawBuilder<Places | null> = sql<Places | null>`(
  select jsonb_build_object('capacity', l.capacity, 'held', l.held, 'sold', l.sold)
  from sale_limit l where l.id = t.pool_id)`

/** The days `d` ordered by date. For subqueries on `event_day d`. */
export const daysInOrder: RawBuilder<EventDay[]> = sql<EventDay[]>`coalesce(jsonb_agg(
  jsonb_build_object('n', d.n, 'date', d.date, 'time', to_char(d.time, 'HH24:MI'),
    'cancelled_at', d.cancelled_at) order by d.date), '[]')`

/**
 * The days of event `e` ordered by date. Empty for an event of one day, without reading
 * `event_day`.
 */
export const eventDays: RawBuilder<EventDay[]> = sql<EventDay[]>`case
  when e.highest_day = 0 then '[]'
  else (select ${daysInOrder} from event_day d where d.event_id = e.id) end`

/**
 * The days of event `e` for which ticket type `t` is valid and which are not cancelled, ordered by
 * date. Empty for an event of one day.
 */
export const typeDays: RawBuilder<EventDay[]> = sql<EventDay[]>`case
  when e.highest_day = 0 then '[]'
  else (select ${daysInOrder} from event_day d
    where d.event_id = e.id and d.n = any(t.day_numbers) and d.cancelled_at is null) end`

/** Whether every day of event `e` for ticket type `t` is cancelled, and not the whole event. */
export const isDayCancelled: RawBuilder<boolean> = sql<boolean>`(
  e.highest_day > 0 and not exists (select from event_day d
    where d.event_id = e.id and d.n = any(t.day_numbers) and d.cancelled_at is null))`

/** Whether the refunds of a cancelled day of ticket type `t` of event `e` are paused. */
export const isRefundPaused = sql<boolean>`(e.highest_day > 0 and exists (select from event_change x
  where x.event_id = e.id and x.day = any(t.day_numbers) and x.is_cancellation
    and x.next_at is null and x.notified_at is null))`

/**
 * The start of the first day for which ticket type `t` of event `e` is valid, in Nairobi time.
 * Skips cancelled days, unless all days of the type are cancelled.
 */
export const startOf: RawBuilder<unknown> = sql`coalesce(
  case when e.highest_day > 0 then (
    select coalesce(min(d.date + d.time) filter (where d.cancelled_at is null), min(d.date + d.time))
    from event_day d where d.event_id = e.id and d.n = any(t.day_numbers)) end,
  e.date + e.time)`

/** The start of the first day of event `e` that takes place, in Nairobi, as `firstHeld` finds it. */
export const heldStart: RawBuilder<unknown> = sql`coalesce(
  case when e.highest_day > 0 then (
    select min(d.date + d.time) from event_day d
    where d.event_id = e.id and d.cancelled_at is null) end,
  e.date + e.time)`

/** The last date for which type `t` of event `e` is valid. Skips cancelled days like `startOf`. */
export const lastDateOf: RawBuilder<string> = sql<string>`coalesce(
  case when e.highest_day > 0 then (
    select coalesce(max(d.date) filter (where d.cancelled_at is null), max(d.date))
    from event_day d where d.event_id = e.id and d.n = any(t.day_numbers)) end,
  e.last_date)`

/** The first date and time, and the last date, for which ticket type `t` of event `e` is valid. */
export const whenColumns = [
  sql<string>`${startOf}::date`.as('date'),
  sql<string>`${startOf}::time::text`.as('time'),
  lastDateOf.as('until'),
]
export const ownWhen: RawBuilder<unknown> = sql.join(whenColumns)

/** Whether event `e` takes place from `from` to `to`. A cancelled day among several is ignored. */
export const takesPlace = (
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<SqlBool> => sql`
  case when e.highest_day = 0 then e.date between ${from} and ${to} else exists (
    select from event_day d where d.event_id = e.id and d.cancelled_at is null
      and d.date between ${from} and ${to}) end`

/** The columns of `StoredCode` from promo code `c` and its limit `l`. */
export const codeColumns: RawBuilder<unknown> = sql`c.id, c.event_id, c.code_fold, c.digits, c.kind,
  c.percent, c.value_cents, c.is_for_all_types, array(
    select y.ticket_type_id from promo_code_type y where y.promo_code_id = c.id
  ) as type_ids, c.max_per_phone, c.starts_at, c.ends_at, c.seller_id,
  l.capacity - l.held - l.sold as left`

/**
 * Whether event `e` has a promo code that has begun and not ended. Null if the event has no code,
 * or only codes that its organizer has ended.
 */
export const hasCodes = (now: Date): RawBuilder<boolean | null> => sql`case when exists (
  select from promo_code c where c.event_id = e.id and c.ended_at is null) then exists (
  select from promo_code c where c.event_id = e.id and ${isCodeUsable(now)}) end`

/**
 * Whether promo code `c` has begun and not ended. Does not read the limit: an event may have 50,000
 * codes for one ticket each, all used up, and each public read of an event uses this condition.
 */
export const isCodeUsable = (now: Date): RawBuilder<SqlBool> => sql`(c.ended_at is null
  and coalesce(c.starts_at <= ${now}, true) and coalesce(c.ends_at > ${now}, true))`

/** The stored fee terms of event `e`. The fee is 0 if the event has no organizer. */
export const feeTerms: RawBuilder<StoredFeeTerms> = sql`jsonb_build_object(
  'fees_on_top', e.fees_on_top,
  'own', case when e.organizer_id is null then jsonb_build_object('basis_points', 0, 'fixed_cents', 0)
    else ${ownFee(sql`e.organizer_id`)} end)`
