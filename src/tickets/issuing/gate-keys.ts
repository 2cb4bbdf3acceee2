import { randomBytes } from 'node:crypto'
import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import { type GateKey, insertKeyVersion, selectNewestKey } from './gate-keys.sql.ts'

const KEY_BYTES = 32

/** The key that signs an event's tickets. Creates the key if the event has no tickets yet. */
export async function takeGateKey(tx: Tx, eventId: string): Promise<GateKey> {
  const known = await selectNewestKey(tx, eventId)
  return known ?? (await makeNext(tx, eventId, 0))
}

/**
 * Creates a new key. Numbers signed with the previous key no longer prove anything to an offline
 * phone. Tickets that were sold earlier still work, because they are on every phone's list.
 */
export async function raiseGateKey(tx: Tx, eventId: string): Promise<GateKey> {
  const { version } = await takeGateKey(tx, eventId)
  return await makeNext(tx, eventId, version)
}

/** Inserts the key version, or reads it if another process inserted it first. */
async function makeNext(tx: Tx, eventId: string, version: number): Promise<GateKey> {
  const made = { version: version + 1, key: randomBytes(KEY_BYTES) }
  if (await insertKeyVersion(tx, eventId, made)) return made
  const newest = await selectNewestKey(tx, eventId)
  assert(newest, `the event ${eventId} has no gate key`)
  return newest
}
