import { coalesceByDatabase } from '../../platform/database/coalesce.ts'
import type { Db } from '../../platform/database/db.ts'
import { type CallbackAddress, insertCallbacks, type Posted } from './callbacks.sql.ts'

type ToStore = { db: Db; address: CallbackAddress; posted: Posted }

const store = coalesceByDatabase<ToStore, boolean>({ run: storeAll, again: () => null })

/**
 * Stores a callback with all that have come to this process at addresses of its kind since the last
 * commit; answers once it is committed. False for an address that we gave to nobody.
 */
export async function storeCallback(
  db: Db,
  address: CallbackAddress,
  posted: Posted,
): Promise<boolean> {
  return await store(db, address.kind, { db, address, posted })
}

async function storeAll(all: ToStore[]): Promise<boolean[]> {
  const { db, address } = all[0]!
  return await insertCallbacks(
    db,
    address,
    all.map(({ posted }) => posted),
  )
}
