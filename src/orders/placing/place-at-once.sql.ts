import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { impatiently } from '../../platform/database/lock-wait.sql.ts'
import { leaseJobs, readJobs } from '../../platform/jobs/hand-over.ts'
import type { InsertedJob } from '../../platform/jobs/jobs.sql.ts'
import { counting } from '../../platform/limits/limits.sql.ts'
import { isOpenOrderOf } from '../open-orders.sql.ts'
import { orderPlaced } from '../order-placed.job.ts'
import { isCrowded, isOverShare } from './hold-share.sql.ts'
import { type Asked, judgingEach, type Terms, type Verdict } from './judge-order.sql.ts'
import { writing } from './place-order.sql.ts'

/**
 * Who else may refuse orders that could be placed, and what is counted for those that are: parts of
 * the statement which end in `gate`, with a row for each of `asked`.
 */
export type Gate = {
  /**
   * Of gate: id, refusal and wait_s (both null where it lets the order through), key, max and room,
   * how many of the key may be counted in its window, and how many more, and full_refusal and
   * full_wait_s for who comes behind as many.
   */
  parts: RawBuilder<unknown>
  windowMs: number
}

export type Placed = {
  id: string
  /**
   * 'again' is for placeAlone; 'stale' found other rows than it had read, or none where somebody else
   * has them, and is worth another try.
   */
  verdict: Verdict | 'refused' | 'stale'
  amount_cents: number | null
  event_title: string | null
  /** False where another verdict may come of others that stood before it. */
  is_final: boolean
  /** Why the gate refuses it, and for how long. */
  refusal: string | null
  wait_s: number | null
  /** When the first of the holds of its address for the event ends, where that was counted. */
  held_until: Date | null
}

/** Lets all through, and counts none. */
const OPEN_GATE: Gate = {
  parts: sql`gate as (
      select id, null::text as refusal, null::int as wait_s, null::text as key, null::int as max,
        null::int as room, null::text as full_refusal, null::int as full_wait_s
      from asked
    )`,
  windowMs: 0,
}

/**
 * Those that are to be placed, each as if it stood alone, and their ticket types under lock: it waits
 * for those that somebody else has, but for a moment only, or leaves them out.
 */
const locking = (waits: boolean) => sql`
    asking as (
      select j.*, g.refusal, g.wait_s, g.key, g.max, g.room, g.full_refusal, g.full_wait_s,
        o.id as open_id, j.verdict = 'placed' and g.refusal is null and o.id is null as is_let_in,
        -- One before it may give back what it held.
        coalesce(bool_or(o.id is not null or j.verdict = 'again') over (
          partition by j.event_id order by j.seq rows between unbounded preceding and 1 preceding),
          false) as may_gain
      from judged j join gate g on g.id = j.id
        -- One by one, by the index: a join might read all that are open.
        left join lateral (
          select o.id from "order" o
          where ${isOpenOrderOf('o', { phone: sql`j.phone`, eventId: sql`j.event_id` })}
            and o.id <> j.id limit 1
        ) o on true
    ), let_in as materialized (
      select *,
        -- Those behind leave it what it may get when it is asked again.
        verdict = 'again' or (verdict = 'placed' and refusal is null) or (
          (open_id is not null or (may_gain and refusal is null))
          and verdict in ('placed', 'sold_out', 'too_many_unpaid')) as is_ahead
      from asking
    ), locked as materialized (
      select id, price_cents, max_per_order, capacity, held, sold, archived_at,
        xmin::text as version
      from ticket_type
      where ${impatiently()} and id = any(array(
        select p.ticket_type_id from priced p join let_in i on i.id = p.order_id where i.is_let_in))
      order by id for no key update ${waits ? sql`` : sql`skip locked`}
    )`

/**
 * What each line comes to behind those before it. A type that another one changed since the statement
 * began is as it is now, but the rest was read before that: the same order may be there by now, for
 * which it is short, its price may be another one, and what an address holds of it.
 */
const weighing = (terms: Terms) => sql`
    weighed as (
      select p.order_id, p.quantity, p.max_per_order, p.percent, p.mine, i.asked_from,
        i.may_gain,
        coalesce(t.capacity, p.capacity) as capacity, coalesce(t.held, p.held) as held,
        coalesce(t.sold, p.sold) as sold, t.version <> p.version as is_changed,
        (t.price_cents, t.max_per_order, t.archived_at is null)
          is distinct from (p.price_cents, p.max_per_order, true) as is_other,
        p.quantity + coalesce(sum(p.quantity) filter (where i.is_ahead) over (
          partition by p.ticket_type_id order by i.seq rows between unbounded preceding
          and 1 preceding), 0) as wanted_so_far,
        p.quantity + coalesce(sum(p.quantity) filter (where i.is_ahead) over (
          partition by p.ticket_type_id, i.asked_from order by i.seq rows between
          unbounded preceding and 1 preceding), 0) as asked_so_far
      from priced p join let_in i on i.id = p.order_id left join locked t on t.id = p.ticket_type_id
    ), weight as (
      select order_id, bool_or(wanted_so_far > capacity - held - sold) as is_short,
        bool_or(${isOverShare('w')}) as is_over_share,
        bool_or(is_other or (is_changed and wanted_so_far > capacity - held - sold)
          -- A share hangs on what the address holds, and on what those before it leave.
          or (((is_changed and asked_from is not null) or may_gain)
            and ${isCrowded('w', sql`wanted_so_far`, terms)})) as is_stale
      from weighed w group by order_id
    )`

/**
 * Who comes behind as many of its key as there is room for is refused at once, for whoever is behind
 * it may have what it would want when it was asked again; where it is not known how many there are, it
 * waits for that. What is counted for those that are placed is counted under the lock of its row, which
 * another one may have filled since: then none of that key is placed.
 */
const granting = ({ windowMs }: Gate, { now }: Terms) => sql`
    deciding as (
      select i.*, w.is_short, case
          when i.open_id is not null and i.verdict in ('placed', 'sold_out', 'too_many_unpaid')
            then 'again'
          when i.verdict <> 'placed' then i.verdict
          when i.refusal is not null then 'refused'
          when w.is_stale then 'stale'
          when w.is_short then 'sold_out'
          when w.is_over_share then 'too_many_unpaid'
          else 'placed' end as verdict_now,
        row_number() over (partition by i.key, i.is_ahead order by i.seq) > i.room as is_beyond
      from let_in i join weight w on w.order_id = i.id
    ), filling as (
      select *, verdict_now = 'placed' and room <= count(*) filter (where verdict_now = 'placed')
        over (partition by key order by seq rows between unbounded preceding and 1 preceding)
        as is_full
      from deciding
    ), decided as materialized (
      select *, case when is_full then 'refused'
        when is_beyond and verdict_now = 'placed' then 'stale' else verdict_now end as decision
      from filling
    ), to_count as (
      select key, max, count(*)::int as count from decided
      where decision = 'placed' and key is not null group by key, max
    ), counted as (${counting('to_count', { now, windowMs })}),
    placed as materialized (
      select d.* from decided d
      where d.decision = 'placed' and (d.key is null or d.key in (select key from counted))
    )`

/**
 * Places orders that came together, in one statement and one commit: each is judged as rows are now,
 * and who is refused by that waits for nobody's lock; of the rest the ticket types are locked, by id,
 * then the rows in which the gate counts, by key, and each is weighed behind those before it.
 *
 * All of a statement reads the rows as they were when it began, and what it locks as it is. So what
 * hangs on other rows besides is left: nothing is written for an order whose phone has an open one
 * ('again'), or whose address may hold too much of a type that changed meanwhile ('stale'). The unique
 * indexes, and the CHECK on ticket_type, may refuse the whole for the same reason.
 *
 * If it waits for ticket types that somebody else has, then for a moment only: a longer wait fails the
 * whole, too. Otherwise it leaves the orders that want them ('stale').
 */
export async function placeAtOnce(
  db: Db,
  asked: Asked,
  terms: Terms,
  { gate = OPEN_GATE, waits }: { gate?: Gate | undefined; waits: boolean },
): Promise<Placed[]> {
  // Their prompts go out from here, as far as there is room.
  const lease = leaseJobs(db, orderPlaced.lane, asked.orders.length)
  let isCommitted = false
  try {
    const { rows } = await sql<Placed & { jobs: InsertedJob[] | null }>`
    with ${judgingEach(asked, terms)}, ${gate.parts}, ${locking(waits)}, ${weighing(terms)},
    ${granting(gate, terms)}, ${writing(terms, lease)}
    select d.id, case when d.decision = 'placed' and p.id is null then 'stale' else d.decision end
        as verdict,
      d.amount_cents::float8 as amount_cents, d.event_title,
      case when d.is_full then d.full_refusal else d.refusal end as refusal,
      case when d.is_full then d.full_wait_s else d.wait_s end as wait_s,
      case when p.id is not null or d.is_full then true
        when d.decision in ('placed', 'again', 'stale') then false
        when d.decision = 'sold_out' then not (d.is_let_in or d.may_gain)
        when d.decision in ('refused', 'too_many_unpaid')
          then not (d.is_let_in or d.may_gain or d.is_short) else true end as is_final,
      (select min(s.held_until) from share s
        where s.asked_from = d.asked_from and s.event_id = d.event_id) as held_until,
      case when d.seq = min(d.seq) over () then (select jsonb_agg(new_job) from new_job) end as jobs
    from decided d left join placed p on p.id = d.id order by d.seq`.execute(db)
    for (const { jobs } of rows) lease.fill(readJobs(jobs))
    isCommitted = true
    return rows.map(({ jobs: _, ...placed }) => placed)
  } finally {
    lease.end(isCommitted)
  }
}
