import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import { PIN_CODES } from './result.rules.ts'

/** Prompts to a phone that nobody answered: those that one address asked for, and all. */
export type Unanswered = { own: number; all: number }

/**
 * Prompts to the phone since then that nobody answered, so far; and those in line for it, but for
 * `waits` and whoever joined the line after it. A push that failed by its own answer never reached
 * the phone. Where a PIN was entered somebody wanted to pay; and money shows that the phone's owner
 * is there, so that what came before it does not count any more.
 */
export async function countUnanswered(
  db: Db,
  { phone, address, since, waits }: { phone: string; address: string; since: Date; waits?: string },
): Promise<Unanswered> {
  const { rows } = await sql<Unanswered>`
    select count(*)::int as all,
      count(*) filter (where coalesce(p.asked_from, p.phone) = ${address})::int as own
    from payment p left join payment w on w.id = ${waits ?? null}
    where p.phone = ${phone} and case when p.state = 'created'
      then w.id is null or (p.created_at, p.id) < (w.created_at, w.id)
      else p.prompting_at > greatest(${since}, (
          select max(prompting_at) from payment
          where phone = ${phone} and prompting_at > ${since} and state = 'confirmed'
        ))
        and p.state <> 'confirmed'
        and (p.state <> 'failed' or (p.settled_by is distinct from 'push'
          and coalesce(p.result_code, '') <> all(${PIN_CODES})))
      end`.execute(db)
  return rows[0]!
}
