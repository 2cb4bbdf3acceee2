import pg from 'pg'
import type { Shop } from './processes.ts'
import { waitFor } from './wait-for.ts'

/** SQL for the phone that made the payment of a refund. */
const payerOf = (refundId: string) =>
  `(select p.phone from refund r join payment p on p.id = r.payment_id where r.id = ${refundId})`

// SQL for the phone to which a row of each table belongs, so that only one purchase stops at the
// barrier. Null: rows of this table belong to no phone.
const OWNERS = {
  order: 'new.phone',
  payment: 'new.phone',
  provider_callback: `coalesce((select phone from payment where callback_token = new.token),
    ${payerOf('(select subject_id from outgoing_attempt where token = new.token)')})`,
  mpesa_token: null,
  refund: payerOf('new.id'),
  outgoing_attempt: payerOf('new.subject_id'),
  ticket: '(select phone from "order" where id = new.order_id)',
  check_in:
    '(select o.phone from ticket k join "order" o on o.id = k.order_id where k.id = new.ticket_id)',
  message: 'new.recipient',
}

/** A statement at which the server stops while the barrier is closed. */
export type Statement = {
  table: keyof typeof OWNERS
  on: 'insert' | 'update'
  /**
   * An SQL condition on `old` and `new`. The server stops only at rows that meet it; by default at
   * all rows.
   */
  when?: string
}

type Barrier = {
  /**
   * Resolves once the server has reached the statement. All earlier statements are then committed.
   */
  waitUntilReached(): Promise<void>
  /**
   * Opens the barrier. 'go on': connections finish their statement; a statement outside a
   * transaction is then committed, even if its process is dead. 'break': breaks the connections
   * first.
   */
  open(connections: 'go on' | 'break'): Promise<void>
}

const KEY = 5150

/**
 * Stops the server at a statement about one phone's purchase, so that a kill hits exactly this
 * step. Uses a trigger in the test's database, so that the product needs no code for this test.
 */
export async function closeBarrier(
  shop: Shop,
  { table, on, when }: Statement,
  phone: string,
): Promise<Barrier> {
  const client = new pg.Client(shop.databaseUrl)
  // Errors are ignored: if a test fails, its database is dropped while the barrier is closed.
  client.on('error', () => {})
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [KEY])
  await client.query(`create or replace function torture_barrier() returns trigger language plpgsql as
    $$ begin
      if ${OWNERS[table] ?? `'${phone}'`} = '${phone}' then perform pg_advisory_xact_lock_shared(${KEY}); end if;
      return new;
    end $$`)
  await client.query(`create trigger torture_barrier before ${on} on "${table}" for each row
    ${when ? `when (${when})` : ''} execute function torture_barrier()`)
  const waiting = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted
        and database = (select oid from pg_database where datname = current_database())`,
      [KEY],
    )
    return rows.map((row) => row.pid)
  }
  return {
    waitUntilReached: async () => {
      await waitFor(`the server comes to ${on} ${table}`, async () => (await waiting()).length > 0)
    },
    open: async (connections) => {
      if (connections === 'break') {
        await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [
          await waiting(),
        ])
      }
      await client.query('select pg_advisory_unlock($1)', [KEY])
      await client.query(`drop trigger torture_barrier on "${table}"`)
      await client.end()
    },
  }
}
