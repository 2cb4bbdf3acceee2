import { batchByDatabase } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/db.ts'
import { type CallbackAddress, insertCallbacks, type Posted } from './callbacks.sql.ts'

type ReceivedCallback = { db: Db; address: CallbackAddress; posted: Posted }

const store = batchByDatabase<ReceivedCallback, boolean>(storeAll)

/** Stores calls of one kind in batches. Returns after the commit, false for an unknown token. */
export async function storeCallback(
  db: Db,
  address: CallbackAddress,
  posted: Posted,
): Promise<boolean> {
  return await store(db, address.kind, { db, address, posted })
}

async function storeAll(all: ReceivedCallback[]): Promise<boolean[]> {
  const { db, address } = all[0]!
  return await insertCallbacks(
    db,
    address,
    all.map(({ posted }) => posted),
  )
}
