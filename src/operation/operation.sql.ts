import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

type LaneRow = { lane: string; count: number; oldest_seconds: number }

/** Jobs that could run now and wait for a worker, by lane, with the age of the oldest. */
export async function selectWaitingJobs(db: Db): Promise<LaneRow[]> {
  const { rows } = await sql<LaneRow>`
    select lane, count(*)::int as count,
      extract(epoch from now() - min(run_at))::float8 as oldest_seconds
    from job where run_at <= now() and not leased group by lane order by lane`.execute(db)
  return rows
}

type PromptRow = { status: string; count: number; oldest_seconds: number }

/** Payments that are queued for a prompt, have a prompt on the phone, or have no known result. */
export async function selectOpenPrompts(db: Db): Promise<PromptRow[]> {
  const { rows } = await sql<PromptRow>`
    select s.status, count(p.id)::int as count,
      coalesce(extract(epoch from now() - min(p.created_at)), 0)::float8 as oldest_seconds
    from (values ('in_line'), ('out'), ('unknown')) s(status)
      left join lateral (
        select id, created_at from payment where open_status = s.status
      ) p on true
    group by s.status order by s.status`.execute(db)
  return rows
}

export type StateRow = { state: string; count: number; amount_cents: number }

/** Orders placed since `since` with their amounts, by state. */
export async function selectOrderStates(db: Db, since: Date): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`
    select state, count(*)::int as count, sum(amount_cents)::float8 as amount_cents
    from "order" where created_at > ${since} group by state order by state`.execute(db)
  return rows
}

/**
 * Confirmed money of orders placed since `since`, by its use, and the refunds that became due
 * since then. The amount of a sale excludes its refunded parts, so that no money counts twice.
 */
export async function selectMoneyUses(db: Db, since: Date): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`
    select state, count(*)::int as count, sum(amount_cents)::float8 as amount_cents
    from (
      select p.use as state, coalesce(p.confirmed_amount_cents, p.amount_cents) - (
          select coalesce(sum(r.amount_cents), 0) from refund r where r.payment_id = p.id
        ) as amount_cents
      from "order" o join payment p on p.order_id = o.id
      where o.created_at > ${since} and p.use in ('sale', 'suspense')
      union all
      select case r.state when 'done' then 'refunded' else 'refund_due' end, r.amount_cents
      from refund r where r.created_at > ${since}
    ) used
    group by state order by state`.execute(db)
  return rows
}
