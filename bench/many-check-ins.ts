import { sql } from 'kysely'
import { countAdmitted, countCheckIns } from '../sample/check-ins.sql.ts'
import { type Db, inTransaction } from '../src/platform/db.ts'

/** Four of five tickets of an event, on which nobody came in yet, let in. */
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
