import { randomBytes } from 'node:crypto'
import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { NUMBER_LENGTH, PAYLOAD_LENGTH, readTicketNumber, toSymbols } from '../number.rules.ts'
import {
  type GateKey,
  insertKeyVersion,
  selectKeyedEvents,
  selectKeys,
  selectNewestKey,
} from './gate-keys.sql.ts'
import { signPayload } from './ticket-numbers.ts'

const KEY_BYTES = 32
const DAY_MS = 86_400_000

/** Creates the first key if the event has none. */
export async function takeGateKey(tx: Tx, eventId: string): Promise<GateKey> {
  const known = await selectNewestKey(tx, eventId)
  return known ?? (await makeNext(tx, eventId, 0))
}

/**
 * Creates a new key. Offline phones then refuse numbers of earlier keys that are not in their list.
 * Sold tickets still work, because every phone lists them.
 */
export async function raiseGateKey(tx: Tx, eventId: string): Promise<GateKey> {
  const { version } = await takeGateKey(tx, eventId)
  return await makeNext(tx, eventId, version)
}

/**
 * Creates new keys after a restore, for events from yesterday on. The buyers of lost sales get new
 * numbers, and offline phones must refuse the lost numbers.
 */
export async function raiseAllGateKeys(tx: Tx, now: Date): Promise<void> {
  const yesterday = nairobiDate(new Date(now.getTime() - DAY_MS))
  for (const { event_id, version } of await selectKeyedEvents(tx, yesterday)) {
    await makeNext(tx, event_id, version)
  }
}

export async function isSignedNumber(tx: Tx, eventId: string, number: string): Promise<boolean> {
  if (readTicketNumber(number) !== number) return false
  const payload = number.slice(0, PAYLOAD_LENGTH)
  const proof = number.slice(PAYLOAD_LENGTH)
  const keys = await selectKeys(tx, eventId)
  return keys.some(
    ({ key }) => toSymbols(signPayload(payload, key), NUMBER_LENGTH - PAYLOAD_LENGTH) === proof,
  )
}

/** Creates the next key. If another process was first, returns the newest key instead. */
async function makeNext(tx: Tx, eventId: string, version: number): Promise<GateKey> {
  const made = { version: version + 1, key: randomBytes(KEY_BYTES) }
  if (await insertKeyVersion(tx, eventId, made)) return made
  const newest = await selectNewestKey(tx, eventId)
  assert(newest, `the event ${eventId} has no gate key`)
  return newest
}
