import { type RawBuilder, sql } from 'kysely'
import { recordOf } from '../../orders/placing/address-record.sql.ts'
import { TURNS_PER_PAID } from './line.rules.ts'
import { type LineTerms, lineFor } from './line.sql.ts'
import { unanswered } from './unanswered.sql.ts'

export type GateTerms = {
  now: Date
  /** Prompts of a phone count since then. */
  since: Date
  perPhone: number
  perAddress: number
  /** So many more for each order of the address that was paid. */
  perPaid: number
  /** In which those of an address are counted. */
  windowMs: number
  /** Null where turns are free. */
  line: (LineTerms & { gapMs: number; inLineMaxMs: number }) | null
}

const NO_LINE = sql`behind as (select null::text as asked_from, 0::int as late_ms where false)`

/**
 * By how much a prompt that is asked for now from each address would miss its turn: countBefore of
 * line.rules.ts. The line is read where it is so long that it could.
 */
const behind = (now: Date, { gapMs, inLineMaxMs, ...terms }: NonNullable<GateTerms['line']>) => sql`
    in_line as materialized (${lineFor(sql`select asked_from from asker`, terms)}),
    turns as (
      select address, waiting, unpaid - ${TURNS_PER_PAID}::int * paid as rounds from in_line
    ), behind as (
      select a.asked_from, ahead.count * ${gapMs}::float8 - ${inLineMaxMs}::float8 + coalesce((
          select greatest(0, extract(epoch from t.next_at - ${now}::timestamptz) * 1000)
          from rate_turn t where t.name = 'push'
        ), 0)::float8 as late_ms
      from asker a left join turns own on own.address = a.asked_from
        cross join lateral (
          select coalesce(sum(least(o.waiting,
            greatest(0, greatest(0, coalesce(own.rounds + own.waiting, 0)) - o.rounds + 1))), 0)
            as count
          from turns o
        ) ahead
      -- Else there is time enough even behind all of them.
      where (select count(*) from payment where open_as = 'in_line') * ${gapMs}::float8
        >= ${inLineMaxMs - gapMs}::float8
    )`

/**
 * The limits for prompts, and the line, as the gate of placeAtOnce: of each order what `pushLimits`
 * and `refuseLongLine` say, in that order. All of them are asked from an address.
 */
export function promptGate(terms: GateTerms): RawBuilder<unknown> {
  const { now, since, perPhone, perAddress, perPaid, windowMs, line } = terms
  const of = { address: sql`a.asked_from`, ahead: sql<boolean>`true` }
  return sql`
    asker as materialized (
      select a.asked_from, 'push:' || a.asked_from as key,
        ${perAddress}::int + ${perPaid}::int * r.paid as max, coalesce(c.count, 0) as count,
        extract(epoch from c.window_end - ${now}::timestamptz) as left_s
      from (select distinct asked_from from asked) a
        cross join lateral (${recordOf(sql`a.asked_from`, now)}) r
        -- One by one, by its key: a join might read what is counted of all.
        left join lateral (
          select c.count, c.window_end from rate_count c
          where c.key = 'push:' || a.asked_from and c.window_end > ${now} limit 1
        ) c on true
    ), ${line ? behind(now, line) : NO_LINE}, gate as materialized (
      select a.id, b.key, b.max, b.max - b.count as room, g.refusal, case g.refusal
          when 'address' then greatest(1, ceil(b.left_s))::int
          when 'line' then floor(h.late_ms / 1000)::int + 1
        end as wait_s, 'address' as full_refusal,
        greatest(1, ceil(coalesce(b.left_s, ${windowMs / 1000})))::int as full_wait_s
      from asked a join asker b on b.asked_from = a.asked_from
        left join behind h on h.asked_from = a.asked_from
        cross join lateral (${unanswered({ phone: sql`a.phone`, since }, of)}) u
        cross join lateral (
          select case
            when u.all >= ${perPhone}::int * case when u.own = 0 then 2 else 1 end then 'phone'
            when b.count >= b.max then 'address'
            when h.late_ms >= 0 then 'line' end as refusal
        ) g
    )`
}
