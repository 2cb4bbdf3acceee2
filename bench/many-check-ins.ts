import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '../src/platform/db.ts'

/** Tickets for each line of an event, and four of five of them let in. */
export async function insertCheckIns(db: Db, eventId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(tx)
    await run(sql`set local statement_timeout = 0`)
    await run(sql`create temporary table made_ticket on commit drop as
      select gen_random_uuid() as id, upper(substr(md5(l.id::text), 1, 16)) as number, l.order_id,
        l.id as line_id, l.ticket_type_id, l.quantity, p.paid_at,
        o.state = 'issued' and hashint8(row_number() over ()) % 5 <> 0 as came
      from paid_line p join order_line l on l.id = p.order_line_id
        join "order" o on o.id = l.order_id
      where p.event_id = ${eventId}`)
    await run(sql`insert into ticket (id, number, order_id, order_line_id, event_id,
        ticket_type_id, admits, state, admitted)
      select id, number, order_id, line_id, ${eventId}, ticket_type_id, quantity,
        case when came then 'used' else 'valid' end, case when came then quantity else 0 end
      from made_ticket`)
    await run(sql`insert into check_in (id, event_id, ticket_number, ticket_id, result, admits,
        left_after, method, validator_id, nonce, at)
      select gen_random_uuid(), ${eventId}, number, id, 'valid', quantity, 0,
        case when random() < 0.9 then 'scan' else 'manual' end,
        (select id from account limit 1), gen_random_uuid(), paid_at + interval '1 day'
      from made_ticket where came`)
  })
  for (const table of ['ticket', 'check_in'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}
