import { type RawBuilder, sql } from 'kysely'
import type { AddressRecord } from '../../orders/address-record.rules.ts'
import { recordOf } from '../../orders/address-record.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { PIN_CODES } from '../result.rules.ts'

/** Numbers of unanswered prompts: `own` from one address, `all` from all addresses. */
export type UnansweredPrompts = { own: number; all: number }

type Phone = { phone: RawBuilder<unknown>; since: Date }

/**
 * Counts the unanswered prompts on a phone: prompts sent after `since`, and queued payments `p`
 * for which `ahead` is true. Leaves out pushes that failed before they reached the phone, prompts
 * whose PIN was typed, because the owner wanted to pay, and all prompts before a confirmed
 * payment.
 */
export function unanswered(
  { phone, since }: Phone,
  { address, ahead }: { address: RawBuilder<unknown>; ahead: RawBuilder<boolean> },
): RawBuilder<UnansweredPrompts> {
  return sql<UnansweredPrompts>`
    with prompt as (
      select p.id, p.state, p.created_at, p.prompting_at, p.settled_by, p.result_code,
        coalesce(o.client_network, p.phone) as address
      from payment p join "order" o on o.id = p.order_id
      where p.phone = ${phone} and (p.prompting_at > ${since} or p.state = 'created')
    )
    select count(*)::int as all,
      count(*) filter (where p.address = ${address})::int as own
    from prompt p
    where case when p.state = 'created' then ${ahead}
      else p.state <> 'confirmed'
        and not exists (
          select from prompt paid
          where paid.state = 'confirmed' and paid.prompting_at > p.prompting_at
        )
        and (p.state <> 'failed' or (p.settled_by is distinct from 'push'
          and coalesce(p.result_code, '') <> all(${PIN_CODES})))
      end`
}

/** `address` requests the prompt; `client_network` placed the order, if known. */
export type PromptRequest = { phone: string; address: string; client_network: string | null }

export type PromptUsage = Pick<PromptRequest, 'phone' | 'address'> & {
  /** Key of the address in rate_count. */
  key: string
  unanswered: UnansweredPrompts
  record: AddressRecord
  /** Prompts that the address requested in its current window. */
  count: number
  window_end: Date | null
}

/** A row for each request, in any order. */
export async function selectPromptUsage(
  db: Db,
  requests: readonly PromptRequest[],
  { now, since }: { now: Date; since: Date },
): Promise<PromptUsage[]> {
  const rows = requests.map(({ phone, address, client_network }) => ({
    phone,
    address,
    key: `push:${address}`,
    placed_by: client_network ?? phone,
  }))
  const of = { address: sql`r.placed_by`, ahead: sql<boolean>`true` }
  const usage = await sql<PromptUsage>`
    with request as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(phone text, address text, key text, placed_by text)
    ), address_usage as materialized (
      select a.address, a.key, to_jsonb(record) as record, coalesce(c.count, 0) as count, c.window_end
      from (select distinct address, key from request) a
        cross join lateral (${recordOf(sql`a.address`, now)}) record
        -- By key: PostgreSQL expects 100 rows of JSON and would read all counts for a plain join.
        left join lateral (
          select c.count, c.window_end from rate_count c
          where c.key = a.key and c.window_end > ${now} limit 1
        ) c on true
    )
    select r.phone, a.*, to_jsonb(u) as unanswered
    from request r join address_usage a on a.address = r.address
      cross join lateral (${unanswered({ phone: sql`r.phone`, since }, of)}) u`.execute(db)
  return usage.rows
}
