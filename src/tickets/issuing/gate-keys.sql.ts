import type { Db, Tx } from '../../platform/database/db.ts'

export type GateKey = { version: number; key: Buffer }

/**
 * The newest key, which signs new tickets. Offline phones accept a number that is not in their list
 * only if it is signed with this key.
 */
export async function selectNewestKey(db: Db, eventId: string): Promise<GateKey | undefined> {
  return await db
    .selectFrom('gate_key')
    .select(['version', 'key'])
    .where('event_id', '=', eventId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function selectKeys(db: Db, eventId: string): Promise<GateKey[]> {
  return await db
    .selectFrom('gate_key')
    .select(['version', 'key'])
    .where('event_id', '=', eventId)
    .orderBy('version', 'desc')
    .execute()
}

/** Returns false if another process inserted this version first. */
export async function insertKeyVersion(
  tx: Tx,
  eventId: string,
  { version, key }: GateKey,
): Promise<boolean> {
  const row = await tx
    .insertInto('gate_key')
    .values({ event_id: eventId, version, key })
    .onConflict((conflict) => conflict.columns(['event_id', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}

/** Events that end on `date` or later, with the version of their newest key. */
export async function selectKeyedEvents(tx: Tx, date: string) {
  return await tx
    .selectFrom('gate_key as k')
    .innerJoin('event as e', 'e.id', 'k.event_id')
    .select((eb) => ['k.event_id', eb.fn.max('k.version').as('version')])
    .where('e.last_date', '>=', date)
    .groupBy('k.event_id')
    .orderBy('k.event_id')
    .execute()
}
