import { sql } from 'kysely'
import { countAdmitted, countCheckIns } from '../sample/check-ins.sql.ts'
import { type Db, inTransaction } from '../src/platform/database/db.ts'

/** Inserts check-ins for four in five tickets of an event, which must have no check-ins yet. */
export async function insertCheckIns(db: Db, eventId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      insert into check_in (id, event_id, ticket_number, ticket_id, result, admits, let_in,
        left_after,
        method, validator_id, nonce, at)
      select gen_random_uuid(), event_id, number, id, 'valid', admits, admits, 0,
        case when random() < 0.9 then 'scan' else 'manual' end,
        (select id from account limit 1), gen_random_uuid(), created_at + interval '1 day'
      from ticket where event_id = ${eventId} and state = 'valid' and admitted = 0
        and random() < 0.8`.execute(tx)
    await countAdmitted(tx, [eventId])
    await countCheckIns(tx, [eventId])
  })
  for (const table of ['ticket', 'check_in'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

/**
 * Inserts check-ins of all valid tickets that have none. Spreads them over three hours, all phones
 * and all gates.
 */
export async function letAllIn(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      insert into check_in (id, event_id, ticket_number, ticket_id, result, admits, let_in,
        left_after, method, device_id, gate_id, nonce, at)
      select gen_random_uuid(), k.event_id, k.number, k.id, 'valid', k.admits, k.admits, 0, 'scan',
        (p.ids)[1 + mod(k.n, cardinality(p.ids))], k.gate_id, gen_random_uuid(),
        now() - mod(k.n * 7919, 180) * interval '1 minute'
      from (
        select *, row_number() over (order by id) as n from ticket
        where state = 'valid' and admitted = 0
      ) k cross join (select array_agg(id) as ids from gate_phone) p`.execute(tx)
    await sql`update ticket set admitted = admits, state = 'used'
      where state = 'valid' and admitted = 0`.execute(tx)
  })
  for (const table of ['ticket', 'check_in'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}
