import { coalesce } from '../platform/coalesce.ts'
import type { Db } from '../platform/db.ts'
import { type CallbackAddress, insertCallbacks, type Posted } from './callbacks.sql.ts'

type ToStore = { db: Db; address: CallbackAddress; posted: Posted }

const storing = new WeakMap<Db, (kind: string, callback: ToStore) => Promise<boolean>>()

/**
 * Stores a callback with all that have come to this process at addresses of its kind since the last
 * commit; answers once it is committed. False for an address that we gave to nobody.
 */
export async function storeCallback(
  db: Db,
  address: CallbackAddress,
  posted: Posted,
): Promise<boolean> {
  let store = storing.get(db)
  if (!store) {
    store = coalesce({ run: storeAll, again: () => null })
    storing.set(db, store)
  }
  return await store(address.kind, { db, address, posted })
}

async function storeAll(all: ToStore[]): Promise<boolean[]> {
  const { db, address } = all[0]!
  return await insertCallbacks(
    db,
    address,
    all.map(({ posted }) => posted),
  )
}
