import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import { isRefusedBy } from '../../platform/database/refused-by.sql.ts'

/** A pool as stored. All counts are of people. */
export type StoredPool = {
  id: string
  name: string
  quantity: number
  held: number
  sold: number
}

/**
 * The pools of an event in the order in which they were added. Before a caller saves an event, it
 * locks the limits of the pools.
 */
export async function selectPools(db: Db, eventId: string): Promise<StoredPool[]> {
  const { rows } = await sql<StoredPool>`
    select p.id, p.name, l.capacity as quantity, l.held, l.sold
    from pool p join sale_limit l on l.id = p.id
    where p.event_id = ${eventId} order by p.id`.execute(db)
  return rows
}

type PoolColumns = Pick<StoredPool, 'id' | 'name' | 'quantity'>

export async function insertPool(tx: Tx, eventId: string, pool: PoolColumns): Promise<void> {
  const { id, name, quantity } = pool
  await sql`insert into sale_limit (id, event_id, kind, capacity)
    values (${id}, ${eventId}, 'pool', ${quantity})`.execute(tx)
  await sql`insert into pool (id, event_id, name) values (${id}, ${eventId}, ${name})`.execute(tx)
}

/** Replaces pool names by ids, so that other pools of the event can take the names. */
export async function freePoolNames(tx: Tx, ids: string[]): Promise<void> {
  await sql`update pool set name = id::text where id = any(${ids}::uuid[])`.execute(tx)
}

export async function updatePool(tx: Tx, { id, name, quantity }: PoolColumns): Promise<void> {
  await sql`update pool set name = ${name} where id = ${id}`.execute(tx)
  await sql`update sale_limit set capacity = ${quantity}
    where id = ${id} and capacity is distinct from ${quantity}`.execute(tx)
}

/** Removes a pool with its limit. Returns false if a type, even a removed type, uses the pool. */
export async function deletePool(tx: Tx, id: string): Promise<boolean> {
  const isUsed = await isRefusedBy(tx, ['ticket_type_pool_id_fkey'], async () => {
    await sql`delete from pool where id = ${id}`.execute(tx)
  })
  if (!isUsed) await removeLimit(tx, id)
  return !isUsed
}

/**
 * Removes a limit that nothing uses. If order lines refer to the limit, keeps it with no capacity
 * left, so that no later order takes a removed price or pool.
 */
export async function removeLimit(tx: Tx, id: string): Promise<void> {
  const isUsed = await isRefusedBy(tx, ['line_limit_limit_id_fkey'], async () => {
    await sql`delete from sale_limit where id = ${id}`.execute(tx)
  })
  if (isUsed) await sql`update sale_limit set capacity = held + sold where id = ${id}`.execute(tx)
}
