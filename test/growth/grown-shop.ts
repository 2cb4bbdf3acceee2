import { sql } from 'kysely'
import { insertCheckIns } from '../../bench/many-check-ins.ts'
import { insertManySales } from '../../bench/many-sales.ts'
import { markEventsOver } from '../../src/events/search/mark-over.job.ts'
import { type Db, inTransaction, type Tx } from '../../src/platform/database/db.ts'
import { foldSales } from '../../src/reports/figures/fold-sales.job.ts'
import { buildAccount } from '../accounts.ts'
import type { Stage } from '../stage.ts'

type BuiltAccount = Awaited<ReturnType<typeof buildAccount>>

/**
 * Makes a shop that has sold this many orders. Four in five events are over, and the rest are
 * upcoming. The first event has sold a tenth of all tickets. Two organizers share the events.
 */
export async function growShop(
  stage: Pick<Stage['deps'], 'db' | 'env' | 'clock'>,
  { orders, events }: { orders: number; events: number },
): Promise<{ organizer: BuiltAccount; admin: BuiltAccount; eventId: string }> {
  const { db } = stage
  const organizer = await buildAccount(stage)
  const other = await buildAccount(stage)
  const span = { events, sales: orders, days: 365, eventsWithTickets: 1, isOld: true }
  await insertManySales(db, { organizerId: organizer.id, otherId: other.id, ...span })
  // All orders have their tickets, and M-Pesa's list has shown all receipts. Otherwise each sale
  // would be a task for an admin.
  await sql`delete from order_awaiting_tickets`.execute(db)
  await sql`update payment set listed_at = confirmed_at`.execute(db)
  await inTransaction(db, describeEvents)
  const eventId = await readFirst(db)
  await insertCheckIns(db, eventId)
  await foldSales({ db })
  // Run sweeps and vacuum, which have run in any shop that is older than an hour.
  await markEventsOver({ db, clock: stage.clock })
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`vacuum (analyze)`.execute(one)
    await sql`reset statement_timeout`.execute(one)
  })
  return { organizer, admin: await buildAccount(stage, 'admin'), eventId }
}

const number = sql`substr(title, 7)::int`

/**
 * Sets titles and venues of the events. A small fixed number of upcoming events are main events.
 */
async function describeEvents(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`insert into category (id, name, position)
    select gen_random_uuid(), name, 50 + n from unnest(array['Rugby', 'Benga', 'Taarab'])
      with ordinality as c(name, n)`.execute(tx)
  await sql`
    update event set
      location = case when ${number} % 5 < 3 then 'Nairobi' else 'Kisumu' end,
      description = 'An evening with ' || md5(title) || case when ${number} % 100 = 0
        then ' and the derby' else '' end,
      category_id = (array(select id from category where position > 50 order by position))
        [1 + ${number} / 5 % 4],
      is_main_event = ${number} % 5 = 1 and ${number} % 20 = 1
        or ${number} % 5 = 0 and ${number} < 20,
      is_featured = ${number} % 5 = 2 and ${number} % 10 = 2
        or ${number} % 5 = 0 and ${number} between 20 and 60`.execute(tx)
  await sql`update event set title = title || ' of the Zamaradi quartet'
    where title = 'Event 25'`.execute(tx)
}

async function readFirst(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from event where title = 'Event 0'`.execute(
    db,
  )
  return rows[0]!.id
}
