import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { PIN_CODES } from '../result.rules.ts'

/** Prompts to a phone that nobody answered: those that one address asked for, and all. */
export type Unanswered = { own: number; all: number }

type Phone = { phone: RawBuilder<unknown>; since: Date }

/**
 * Prompts to the phone since then that nobody answered, so far, and those in line for it. A push
 * that failed by its own answer never reached the phone. Where a PIN was entered somebody wanted to
 * pay; and money shows that the phone's owner is there, so that what came before counts no more. Its
 * own are those of an address. Of those in line, `p`, the ones that are `ahead`.
 */
export function unanswered(
  { phone, since }: Phone,
  { address, ahead }: { address: RawBuilder<unknown>; ahead: RawBuilder<boolean> },
): RawBuilder<Unanswered> {
  return sql<Unanswered>`
    with prompt as (
      select p.id, p.state, p.created_at, p.prompting_at, p.settled_by, p.result_code,
        coalesce(o.asked_from, p.phone) as address
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

export async function countUnanswered(
  db: Db,
  { phone, since, address }: { phone: string; since: Date; address: string },
): Promise<Unanswered> {
  const { rows } = await unanswered(
    { phone: sql`${phone}`, since },
    { address: sql`${address}`, ahead: sql`true` },
  ).execute(db)
  return rows[0]!
}
