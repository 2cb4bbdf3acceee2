import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import { leaseInside, readJobs } from '../../platform/jobs/hand-over.ts'
import { type Granted, type InsertedJob, insertingJobs } from '../../platform/jobs/jobs.sql.ts'
import { isHeld, isStillOpen, lockOpenOrders } from '../open-orders.sql.ts'
import { orderPlaced } from '../order-placed.job.ts'
import { isCrowded, type Share, selectShares } from './hold-share.sql.ts'
import { type Asked, judging, type Placement, type Terms } from './judge-order.sql.ts'

/** Their tickets are free, and a job takes their prompt out of the line. */
const replacing = ({ now }: Terms) => sql`
    replaced as (
      update "order" o set state = 'expired', failure_code = 'replaced', updated_at = ${now}
      from old join placed on placed.id = old.new_id
      where o.id = old.id and ${isStillOpen('o')}
      returning o.id, old.state as from_state, o.attempt
    ), ended_hold as (
      update hold set state = 'released', updated_at = ${now}
      from replaced where hold.order_id = replaced.id and ${isHeld('hold')}
    ), ended_event as (
      insert into order_event (order_id, from_state, to_state, cause, at)
      select id, from_state, 'expired', 'replaced', ${now} from replaced
    ), ended_job as (
      insert into job (name, lane, payload)
      select ${orderPlaced.name}, ${orderPlaced.lane.name},
        jsonb_build_object('orderId', id, 'attempt', attempt)
      from replaced
    ),`

const taking = (isReplacing: boolean) => sql`
    taken as (
      update ticket_type t set held = t.held + n.quantity
      from (
        select ticket_type_id, sum(quantity) as quantity from (
          select ticket_type_id, quantity from priced join placed on placed.id = priced.order_id
          ${
            isReplacing
              ? sql`union all
          select ticket_type_id, -quantity from given_back join placed on placed.id = new_id`
              : sql``
          }
        ) moved group by ticket_type_id
      ) n
      where t.id = n.ticket_type_id
    )`

/** What is written for those that are `placed`, lines as they are `priced`; their jobs are leased. */
export function writing(terms: Terms, lease: Granted, isReplacing = false): RawBuilder<unknown> {
  const from = (ms: number) => sql`${terms.now}::timestamptz + ${ms} * interval '1 ms'`
  const [prompt, last] = [from(terms.holdMs), from(terms.holdMaxMs)]
  return sql`
    ${isReplacing ? replacing(terms) : sql``} ${taking(isReplacing)}, new_order as (
      insert into "order" (id, code, event_id, phone, email, amount_cents, request_fingerprint,
        asked_from, pays_by, language, created_at, updated_at)
      select id, code, event_id, phone, email, amount_cents, fingerprint, asked_from, pays_by, language,
        ${terms.now}, ${terms.now}
      -- After those that they replace, which are open till then.
      from placed ${isReplacing ? sql`where (select count(*) from replaced) >= 0` : sql``}
    ), new_line as (
      insert into order_line (id, order_id, ticket_type_id, position, quantity, price_cents,
        amount_cents)
      select l.id, l.order_id, l.ticket_type_id, l.position, l.quantity, l.price_cents, l.amount_cents
      from priced l join placed on placed.id = l.order_id
    ), new_hold as (
      insert into hold (order_id, expires_at, ends_at, by_hand_until, updated_at)
      select id, case when pays_by = 'prompt' then ${prompt} else ${last} end, ${last},
        case when pays_by <> 'prompt' then ${last} end, ${terms.now}
      from placed
    ), new_event as (
      insert into order_event (order_id, from_state, to_state, cause, at)
      select id, null, 'pending', 'placed', ${terms.now} from placed
    ), new_job as (${insertingJobs(
      orderPlaced,
      sql`select jsonb_build_object('orderId', id, 'attempt', 1) as payload from placed
        where pays_by = 'prompt' and prompt_after_ms = 0`,
      lease,
    )}), late_job as (
      insert into job (name, lane, payload, run_at)
      select ${orderPlaced.name}, ${orderPlaced.lane.name},
        jsonb_build_object('orderId', id, 'attempt', 1),
        now() + prompt_after_ms * interval '1 ms'
      from placed where pays_by = 'prompt' and prompt_after_ms > 0
    )`
}

type Stock = { id: string; is_crowded: boolean }

/**
 * Locks the open orders that would be replaced, by id, then all ticket types, by id. Answers which of
 * the orders are still open.
 */
async function lockStock(
  tx: Tx,
  { lines }: Asked,
  open: string[],
  terms: Terms,
): Promise<{ replaced: string[]; types: Stock[] }> {
  const replaced = open.length > 0 ? await lockOpenOrders(tx, open) : []
  const ids = lines.map((line) => line.ticket_type_id)
  const given =
    replaced.length === 0
      ? sql``
      : sql`or id in (
      select ticket_type_id from order_line where order_id = any(${replaced}::uuid[]))`
  const wanted = sql`coalesce((
      select sum(n.quantity) from unnest(${ids}::uuid[], ${lines.map((line) => line.quantity)}::int[])
        n(id, quantity) where n.id = ticket_type.id), 0)`
  const { rows: types } = await sql<Stock>`
    select id, ${isCrowded('ticket_type', wanted, terms)} as is_crowded
    from ticket_type where id = any(${ids}::uuid[]) ${given}
    order by id for no key update`.execute(tx)
  return { replaced, types }
}

/** Counted now that nobody else can take any. */
async function countShares(
  tx: Tx,
  { orders, lines }: Asked,
  types: Stock[],
  terms: Terms,
): Promise<Share[]> {
  const crowded = new Set(types.filter((type) => type.is_crowded).map((type) => type.id))
  const from = new Map(orders.map((order) => [order.id, order.asked_from]))
  const of = lines
    .map(({ order_id, ticket_type_id }) => ({ asked_from: from.get(order_id)!, ticket_type_id }))
    .filter(({ asked_from, ticket_type_id }) => asked_from !== null && crowded.has(ticket_type_id))
  return of.length > 0 ? await selectShares(tx, of, terms) : []
}

/**
 * Places orders: one statement that judges each, sets its tickets aside and writes order, lines,
 * hold, event and job, or writes nothing for it. It takes arrays so that orders which arrive
 * together can share one commit. An order of the batch counts the ones before it as placed, so a
 * 'sold_out' in a batch of several is worth asking again alone.
 *
 * The ticket types are locked by a statement of their own, so that the one that judges begins when
 * it need not wait any more and sees what the last committed buyer left: his stock, and his order,
 * should it be this same one. (A statement that locks and then writes is checked against the CHECK
 * with the row as it was when the statement began, before PostgreSQL looks at the newest one:
 * tickets that were given back meanwhile would make it fail.) The CHECK on ticket_type stands
 * behind this.
 *
 * `open` are the orders that a look found open on the same phones for the same events: they are
 * replaced, in the same statement. One that was placed since is not among them, and the unique index
 * order__open refuses the whole.
 */
export async function placeOrders(
  tx: Tx,
  asked: Asked,
  terms: Terms,
  open: string[] = [],
): Promise<Placed> {
  const { replaced, types } = await lockStock(tx, asked, open, terms)
  const shares = await countShares(tx, asked, types, terms)
  // Their prompts go out from here, as far as there is room.
  const lease = leaseInside(orderPlaced.lane, asked.orders.length)
  const { rows } = await sql<Placement & { jobs: InsertedJob[] | null }>`
    with ${judging(asked, terms, { replaced, shares })}, placed as (
      select * from judged where verdict = 'placed'
    ), ${writing(terms, lease, replaced.length > 0)}
    select id, verdict, amount_cents::float8 as amount_cents,
      case when seq = min(seq) over () then (select jsonb_agg(new_job) from new_job) end as jobs
    from judged order by seq`.execute(tx)
  for (const { jobs } of rows) lease.fill(readJobs(jobs))
  return { placements: rows.map(({ jobs: _, ...placement }) => placement), shares }
}

export type Placed = { placements: Placement[]; shares: Share[] }
