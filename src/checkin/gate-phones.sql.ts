import { sql } from 'kysely'
import { latestDate } from '../events/event-change.sql.ts'
import { hasRightNow, isVisibleTo } from '../events/events.sql.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'

type NewPhone = {
  id: string
  event_id: string
  gate_id: string | null
  name: string
  may_sell: boolean
  made_by: string
  code_hash: Buffer
  code_until: Date
  created_at: Date
}

export async function insertGatePhone(tx: Tx, row: NewPhone): Promise<void> {
  await tx.insertInto('gate_phone').values(row).execute()
}

export async function selectGatePhones(db: Db, eventId: string) {
  return await db
    .selectFrom('gate_phone as f')
    .innerJoin('event as e', 'e.id', 'f.event_id')
    .leftJoin('gate as g', 'g.id', 'f.gate_id')
    .select(['f.id', 'f.name', 'f.event_id', 'f.gate_id', 'g.name as gate', 'f.may_sell'])
    .select(['f.code_until', 'f.paired_at', 'f.revoked_at', 'f.seen_at', 'f.unsent', 'f.battery'])
    .select(['f.clock_ms', 'f.app', 'f.created_at', 'f.signed_off_at'])
    .select(['f.paired_browser', 'f.paired_address', 'f.list_form'])
    .select(sql<boolean>`exists (select from event_day d where d.event_id = e.id)`.as('has_days'))
    .where('f.event_id', '=', eventId)
    .orderBy('f.created_at')
    .orderBy('f.id')
    .execute()
}
export type GatePhoneRow = Awaited<ReturnType<typeof selectGatePhones>>[number]

/** Whether the phone exists and the viewer sees its event. */
export async function seesGatePhone(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  return (await phoneOf(db, viewer, id).executeTakeFirst()) !== undefined
}

export async function lockGatePhone(tx: Tx, viewer: Viewer, id: string) {
  return await phoneOf(tx, viewer, id).forNoKeyUpdate('f').executeTakeFirst()
}

const phoneOf = (db: Db, viewer: Viewer, id: string) =>
  db
    .selectFrom('gate_phone as f')
    .innerJoin('event as e', 'e.id', 'f.event_id')
    .select(['f.id', 'f.name', 'f.event_id', 'f.revoked_at', 'f.paired_at', 'f.may_sell'])
    .where('f.id', '=', id)
    .where(isVisibleTo(viewer))

/** Gives the phone a new code and ends its access. Returns false if the phone is revoked. */
export async function replaceCode(
  tx: Tx,
  id: string,
  { hash, until, by, now }: { hash: Buffer; until: Date; by: string; now: Date },
): Promise<boolean> {
  const result = await sql`
    with ended as (
      insert into gate_phone_ended_token (token_hash, gate_phone_id, ended_at)
      select token_hash, id, ${now}::timestamptz from gate_phone
      where id = ${id} and revoked_at is null and token_hash is not null
    )
    update gate_phone set code_hash = ${hash}, code_until = ${until}, made_by = ${by},
      token_hash = null, paired_at = null, paired_browser = null, paired_address = null,
      signed_off_at = null
    where id = ${id} and revoked_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}

/**
 * Revokes the phone. Returns false if it was revoked before. The token stays stored, so that the
 * server can respond to the phone that its access has ended.
 */
export async function revokePhone(tx: Tx, id: string, now: Date): Promise<boolean> {
  const result = await sql`
    update gate_phone set revoked_at = ${now}, code_hash = null, code_until = null
    where id = ${id} and revoked_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function signPhoneOff(
  db: Db,
  tokenHash: Buffer,
  { unsent, now }: { unsent: number; now: Date },
): Promise<void> {
  await sql`
    update gate_phone set signed_off_at = ${now}, seen_at = ${now}, unsent = ${unsent}
    where token_hash = ${tokenHash} and revoked_at is null and signed_off_at is null`.execute(db)
}

export type PairedFrom = { address: string; browser: string | null }

type TakenCode = {
  codeHash: Buffer
  tokenHash: Buffer
  form: number
  from: PairedFrom
  now: Date
}

/**
 * Whether the maker of the code still has the right `door`. Without the right, the code does not
 * work.
 */
const isMakerIn = sql`exists (
  select from event e where e.id = gate_phone.event_id
    and ${hasRightNow(sql`gate_phone.made_by`, 'door')})`

/**
 * Uses up a pairing code. Returns the phone, or undefined if the code is unknown, used or expired.
 */
export async function takeCode(
  tx: Tx,
  { codeHash, tokenHash, form, from, now }: TakenCode,
): Promise<PhoneRow | undefined> {
  const { rows } = await sql<PhoneRow>`
    update gate_phone set code_hash = null, code_until = null, token_hash = ${tokenHash},
      paired_at = ${now}, paired_browser = ${from.browser}, paired_address = ${from.address},
      seen_at = ${now}, proofs = 0, list_form = ${form}
    where code_hash = ${codeHash} and code_until > ${now} and revoked_at is null and ${isMakerIn}
    returning id, name, event_id, gate_id, may_sell, revoked_at, signed_off_at, seen_at`.execute(tx)
  return rows[0]
}

type PhoneRow = {
  id: string
  name: string
  event_id: string
  gate_id: string | null
  may_sell: boolean
  revoked_at: Date | null
  signed_off_at: Date | null
  seen_at: Date | null
}

export type PhoneOfToken = PhoneRow & {
  paired_at: Date | null
  clock_ms: number | null
  unknown_count: number
  unknown_since: Date | null
  list_form: number | null
}

export async function selectPhoneOfToken(
  db: Db,
  tokenHash: Buffer,
): Promise<PhoneOfToken | undefined> {
  return await db
    .selectFrom('gate_phone')
    .select(['id', 'name', 'event_id', 'gate_id', 'may_sell', 'revoked_at', 'signed_off_at'])
    .select(['seen_at', 'paired_at', 'clock_ms', 'unknown_count', 'unknown_since', 'list_form'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** Whether this was the token of a phone before the phone got a new pairing code. */
export async function isEndedToken(db: Db, tokenHash: Buffer): Promise<boolean> {
  const ended = db.selectFrom('gate_phone_ended_token').select('gate_phone_id')
  return (await ended.where('token_hash', '=', tokenHash).executeTakeFirst()) !== undefined
}

type PhoneReport = {
  unsent: number | null
  battery: number | null
  clockMs: number | null
  app: string | null
  /** The newest format of the ticket list that the phone's app can read. 0 if it sends none. */
  form: number
  /** The price of one ticket of each type in the list that the phone gets, in cents. */
  prices: Record<string, number>
}

/** Stores the phone's report. A null value leaves the stored value unchanged. */
export async function noteContact(
  db: Db,
  id: string,
  report: PhoneReport,
  now: Date,
): Promise<void> {
  const { unsent, battery, clockMs, app, form, prices } = report
  await sql`
    update gate_phone set seen_at = ${now}, unsent = coalesce(${unsent}, unsent),
      battery = coalesce(${battery}, battery), clock_ms = coalesce(${clockMs}, clock_ms),
      app = coalesce(${app}, app), list_form = ${form}, shown_types = ${JSON.stringify(prices)}::jsonb
    where id = ${id}`.execute(db)
}

export async function noteListedPrices(
  tx: Tx,
  id: string,
  prices: PhoneReport['prices'],
): Promise<void> {
  await sql`
    update gate_phone set shown_types = ${JSON.stringify(prices)}::jsonb
    where id = ${id}`.execute(tx)
}

/** The price of one ticket in the phone's last list, in cents. Null if no list had the type. */
export async function selectListedPrice(
  db: Db,
  id: string,
  typeId: string,
): Promise<number | null> {
  const { rows } = await sql<{ cents: number | null }>`
    select (shown_types ->> ${typeId})::integer as cents from gate_phone
    where id = ${id}`.execute(db)
  return rows[0]?.cents ?? null
}

export async function noteSeen(db: Db, id: string, now: Date): Promise<void> {
  await sql`update gate_phone set seen_at = ${now} where id = ${id}`.execute(db)
}

/** Starts a new count if the stored count began before `windowStart`. */
export async function noteUnknown(
  db: Db,
  id: string,
  { count, windowStart, now }: { count: number; windowStart: Date; now: Date },
): Promise<void> {
  await sql`
    update gate_phone set
      unknown_count = ${count}::integer
        + case when unknown_since > ${windowStart} then unknown_count else 0 end,
      unknown_since = case when unknown_since > ${windowStart} then unknown_since else ${now} end
    where id = ${id}`.execute(db)
}

/** Returns the ids that belong to gates of the common list or of the event. */
export async function selectKnownGates(
  db: Db,
  eventId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from gate where id = any(${ids}::uuid[])
      and (event_id is null or event_id = ${eventId})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Resets the number of tickets admitted by signature alone, because the phone has a new list. */
export async function resetProofs(db: Db, id: string): Promise<void> {
  await sql`update gate_phone set proofs = 0 where id = ${id} and proofs > 0`.execute(db)
}

/**
 * Locks the phone, and reads how many tickets it has admitted by signature alone since its last
 * list. Also returns which of these ticket numbers are counted already, because people of the same
 * ticket may be admitted in several groups.
 */
export async function lockProofs(tx: Tx, id: string, numbers: readonly string[]): Promise<Proofs> {
  const { rows } = await sql<{ proofs: number }>`
    select proofs from gate_phone where id = ${id} for no key update`.execute(tx)
  const known = await sql<{ ticket_number: string }>`
    select distinct ticket_number from check_in
    where device_id = ${id} and ticket_number = any(${numbers}) and by_proof and let_in > 0`.execute(
    tx,
  )
  const counted = new Set(known.rows.map((row) => row.ticket_number))
  return { count: rows[0]?.proofs ?? 0, numbers: counted }
}

export type Proofs = { count: number; numbers: Set<string> }

export async function setProofs(tx: Tx, id: string, count: number): Promise<void> {
  await sql`update gate_phone set proofs = ${count} where id = ${id}`.execute(tx)
}

export async function selectGateName(db: Db, id: string): Promise<string | undefined> {
  const gate = db.selectFrom('gate').select('name').where('id', '=', id)
  return (await gate.executeTakeFirst())?.name
}

/**
 * Clears the browser and the network address of up to `count` phones with events older than
 * `before`. Returns the number of phones.
 */
export async function forgetPairedBrowsers(db: Db, before: Date, count: number): Promise<number> {
  const { rows } = await sql`
    with old as (
      select f.id from gate_phone f join event e on e.id = f.event_id
      where ${latestDate()} < ${before}::date
        and (f.paired_browser is not null or f.paired_address is not null) limit ${count}
    )
    update gate_phone f set paired_browser = null, paired_address = null
    from old where f.id = old.id returning f.id`.execute(db)
  return rows.length
}
