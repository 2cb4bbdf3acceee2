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

/**
 * Creates new keys for all events from yesterday on. Call after a restore: a number whose sale was
 * lost then proves nothing to a phone, because its buyer gets a new number.
 */
export async function raiseAllGateKeys(tx: Tx, now: Date): Promise<void> {
  const yesterday = nairobiDate(new Date(now.getTime() - DAY_MS))
  for (const { event_id, version } of await selectKeyedEvents(tx, yesterday)) {
    await makeNext(tx, event_id, version)
  }
}

/** Whether one of the event's keys signed this number. */
export async function isSignedNumber(tx: Tx, eventId: string, number: string): Promise<boolean> {
  if (readTicketNumber(number) !== number) return false
  const payload = number.slice(0, PAYLOAD_LENGTH)
  const proof = number.slice(PAYLOAD_LENGTH)
  const keys = await selectKeys(tx, eventId)
  return keys.some(
    ({ key }) => toSymbols(signPayload(payload, key), NUMBER_LENGTH - PAYLOAD_LENGTH) === proof,
  )
}

/** Inserts the key version, or reads it if another process inserted it first. */
async function makeNext(tx: Tx, eventId: string, version: number): Promise<GateKey> {
  const made = { version: version + 1, key: randomBytes(KEY_BYTES) }
  if (await insertKeyVersion(tx, eventId, made)) return made
  const newest = await selectNewestKey(tx, eventId)
  assert(newest, `the event ${eventId} has no gate key`)
  return newest
}
