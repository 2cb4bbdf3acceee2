import { randomBytes } from 'node:crypto'
import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import { type GateKey, insertKeyVersion, selectNewestKey } from './gate-keys.sql.ts'

const KEY_BYTES = 32

/** The key that signs an event's tickets; created with the first ticket. */
export async function takeGateKey(tx: Tx, eventId: string): Promise<GateKey> {
  const known = await selectNewestKey(tx, eventId)
  return known ?? (await makeNext(tx, eventId, 0))
}

/**
 * Creates a new key: numbers minted under the previous one prove nothing any more. Tickets sold
 * under a previous key are on every phone's list, which needs no proof.
 */
export async function raiseGateKey(tx: Tx, eventId: string): Promise<GateKey> {
  const { version } = await takeGateKey(tx, eventId)
  return await makeNext(tx, eventId, version)
}

/** A concurrent process may have created the version first. */
async function makeNext(tx: Tx, eventId: string, version: number): Promise<GateKey> {
  const made = { version: version + 1, key: randomBytes(KEY_BYTES) }
  if (await insertKeyVersion(tx, eventId, made)) return made
  const newest = await selectNewestKey(tx, eventId)
  assert(newest, `the event ${eventId} has no gate key`)
  return newest
}
