import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { PaymentRow } from '../payments.sql.ts'
import type { AddressInLine } from './prompt-queue.rules.ts'

/** Who waits, and for how long what became of a turn counts. */
export type LineTerms = {
  /** Who asked for a prompt before this waits no more. */
  askedAfter: Date
  /** Who was put back in line since is passed over: M-Pesa said 'later'. */
  putBackBefore: Date
  turnsSince: Date
}

/** Whose turn a payment `p` of an order `o` is: the address's, or where none is known the phone's. */
const address = sql`coalesce(o.asked_from, p.phone)`

/**
 * The queue, one entry for each address, also for `askers` that recently had a prompt and have none in
 * the queue. It reads the payments in the queue and the prompts of the last minutes, and no more.
 */
export async function selectLine(
  db: Db,
  terms: LineTerms,
  askers: readonly string[] = [],
): Promise<AddressInLine[]> {
  const { rows } = await sql<Omit<AddressInLine, 'first'> & { id: string | null; since: Date }>`
    with waiting as (
      select p.id, ${address} as address, p.created_at,
        -- It is put back by a change of its row, and nothing else changes it while it waits.
        (p.updated_at = p.created_at or p.updated_at <= ${terms.putBackBefore}) and not exists (
          select from payment x where x.phone = p.phone and x.open_as = 'out'
        ) as ready
      from payment p join "order" o on o.id = p.order_id
      where p.open_as = 'in_line' and p.created_at > ${terms.askedAfter}
    ), line as (
      select address, count(*)::int as waiting,
        (array_agg(id order by created_at, id) filter (where ready))[1] as id,
        min(created_at) filter (where ready) as since
      from waiting group by address
    ), turn as (
      select ${address} as address, count(*) filter (where p.state = 'confirmed')::int as paid,
        count(*) filter (where p.state <> 'confirmed')::int as unpaid
      from payment p join "order" o on o.id = p.order_id
      where p.prompting_at > ${terms.turnsSince} group by 1
    )
    select address, coalesce(waiting, 0) as waiting, id, since, coalesce(paid, 0) as paid,
      coalesce(unpaid, 0) as unpaid
    from line full join turn using (address)
    where line.address is not null or address = any(${askers}::text[])`.execute(db)
  return rows.map(({ id, since, ...row }) => ({
    ...row,
    first: id === null ? null : { id, since },
  }))
}

/** How many wait for their turn, those among them who cannot have it now. */
export async function countInLine(db: Db): Promise<number> {
  const row = await db
    .selectFrom('payment')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`open_as = 'in_line'`)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Not under lock: its order is locked first. */
export async function selectPayment(tx: Tx, id: string): Promise<PaymentRow> {
  return await tx.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
