import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import type { DB } from '../platform/database/schema.ts'
import { type Claim, endingJobs, insertingJobs } from '../platform/jobs/jobs.sql.ts'
import { type JobKind, nudgeAfterCommit } from '../platform/jobs/jobs.ts'
import { acquiringSlots } from '../platform/limits/limits.sql.ts'

export async function insertMessage(
  tx: Tx,
  row: Omit<Insertable<DB['message']>, 'state' | 'created_at'> & { created_at: Date },
  job: JobKind<{ messageId: string }>,
): Promise<void> {
  const insert = tx
    .insertInto('message')
    .values({ ...row, updated_at: row.created_at })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
  const payload = sql`select jsonb_build_object('messageId', id) as payload from inserted`
  await sql`with inserted as (${insert}) ${insertingJobs(job, payload)}`.execute(tx)
  nudgeAfterCommit(job.lane)
}

/**
 * Repeats the join's condition as a list of ids, so that PostgreSQL finds the rows by an index.
 * PostgreSQL estimates that `unnest` returns ten rows. With the join alone PostgreSQL would read
 * all 45 pages of a table of 600 messages to find one message (decisions/0085).
 */
const isAmong = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`

const isTooLate = (now: Date) => sql<boolean>`not_after is not null and not_after <= ${now}`

/**
 * Marks the queued messages among these ids as `sending`, in the order of their ids. The mark is
 * committed before the provider is called, so that after a crash the message is known to have been
 * in progress. A message whose `not_after` has passed fails in the same statement.
 */
export async function startSending(db: Db, ids: readonly string[], now: Date) {
  return await starting(db, ids, now).execute()
}

/** Starts the oldest messages within the free slots of the rate; `waiting` has the other ids. */
export async function startWithinRate(
  db: Db,
  ids: readonly string[],
  slots: { name: string; perSecond: number; until: Date },
  now: Date,
): Promise<{ started: Started[]; waiting: string[] }> {
  const wanted = sql<number>`(select count(*) from waiting)`
  const isAllowed = sql<boolean>`(${isTooLate(now)} or message.id in (select id from allowed))`
  const { rows } = await sql<Started & { waiting_id: string }>`
    with waiting as materialized (
      select id, created_at from message
      where id = any(${ids}::uuid[]) and state = 'queued' and not (${isTooLate(now)})
    ), taken as (
      ${acquiringSlots(slots.name, { requested: wanted, perSecond: slots.perSecond, now: slots.until })}
    ), allowed as (
      select id from waiting order by created_at, id limit (select coalesce(sum(granted), 0) from taken)
    ), started as (
      ${starting(db, ids, now).where(isAllowed)}
    )
    select waiting.id as waiting_id, started.* from waiting left join started using (id)`.execute(
    db,
  )
  // A row without a state contains only the `waiting_id` of a message that was not started.
  return {
    started: rows.filter(({ state }) => state !== null),
    waiting: rows.filter(({ state }) => state === null).map(({ waiting_id }) => waiting_id),
  }
}

type Started = Awaited<ReturnType<typeof startSending>>[number]

function starting(db: Db, ids: readonly string[], now: Date) {
  return db
    .updateTable('message')
    .from(
      sql<{ wanted_id: string }>`unnest(${[...ids].sort()}::uuid[])`.as<'wanted'>(
        sql`wanted(wanted_id)`,
      ),
    )
    .set((eb) => ({
      state: sql`case when ${isTooLate(now)} then 'failed' else 'sending' end`,
      last_error: sql`case when ${isTooLate(now)} then 'too late' else last_error end`,
      body: sql`case when forget_text and ${isTooLate(now)} then '' else body end`,
      attempts: eb('attempts', '+', 1),
      sending_at: now,
      updated_at: now,
    }))
    .whereRef('id', '=', 'wanted.wanted_id')
    .where(isAmong('message.id', ids))
    .where('state', '=', 'queued')
    .returning(['id', 'state', 'recipient', 'body', 'attempts', 'created_at', 'provider_status'])
    .returning([
      'dedupe_key',
      'sender',
      'reply_to',
      'subject',
      'html',
      'calendar',
      'codes',
      'unsubscribe_url',
    ])
}

export type SendingEnd = {
  id: string
  provider_message_id?: string
  provider_status?: string
  last_error?: string
} & (
  | { state: 'doubtful' | 'sent' | 'failed' }
  /** Ignored if a later attempt has begun. */
  | { state: 'queued'; attempts: number }
)

/**
 * Records the results of attempts to send messages, and ends their jobs. Also applies delivery
 * reports, because a report may have arrived before the gateway's id was known.
 */
export async function finishSending(
  tx: Tx,
  ends: SendingEnd[],
  now: Date,
  jobs: readonly Claim[] = [],
): Promise<void> {
  const all = ends.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const ids = all.map(({ id }) => id)
  const column = (name: keyof SendingEnd) => all.map((end) => end[name] ?? null)
  const attempts = all.map((end) => (end.state === 'queued' ? end.attempts : null))
  const { rows } = await sql<{ reported: string | null }>`with ${endingJobs(jobs)}
    update message m set state = e.state, updated_at = ${now},
      provider_message_id = coalesce(e.provider_message_id, m.provider_message_id),
      provider_status = coalesce(e.provider_status, m.provider_status),
      last_error = coalesce(e.last_error, m.last_error),
      sent_at = case when e.state = 'sent' then ${now}::timestamptz else m.sent_at end,
      body = case when m.forget_text and e.state in ('sent', 'failed') then '' else m.body end,
      html = case when m.forget_text and e.state in ('sent', 'failed') then null else m.html end
    from unnest(${ids}::uuid[], ${column('state')}::text[],
      ${column('provider_message_id')}::text[], ${column('provider_status')}::text[],
      ${column('last_error')}::text[], ${attempts}::int[]
    ) as e (id, state, provider_message_id, provider_status, last_error, attempts)
    where m.id = e.id and ${isAmong('m.id', ids)}
      and m.state = any(${['sending', 'doubtful']}::text[])
      and m.attempts = coalesce(e.attempts, m.attempts)
    returning case when exists (
        select from delivery_report r where r.provider_message_id = e.provider_message_id
      ) then e.provider_message_id end as reported`.execute(tx)
  const reported = rows.flatMap((row) => row.reported ?? [])
  if (reported.length > 0) await applyReports(tx, reported, now)
}

const isDoubtful = (before: Date) =>
  sql<boolean>`is_leaving and state in ('sending', 'doubtful') and sending_at <= ${before}`

export const areDoubtful = (before: Date): RawBuilder<boolean> =>
  sql`exists (select from message where ${isDoubtful(before)})`

/** Doubtful messages that were sent before `before`. Locks them for one sweep. */
export async function lockDoubtful(tx: Tx, before: Date, count: number) {
  return await tx
    .selectFrom('message')
    .select(['id', 'channel', 'recipient', 'dedupe_key', 'sending_at'])
    .where(isDoubtful(before))
    .orderBy('sending_at')
    .limit(count)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function requeueDoubtful(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('message')
    .set((eb) => ({ state: 'queued', resent: eb('resent', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()
}

export async function insertReport(
  tx: Tx,
  row: {
    provider_message_id: string
    status: string
    recipient: string
    failure_reason: string | null
    received_at: Date
  },
): Promise<void> {
  await tx.insertInto('delivery_report').values(row).execute()
}

/**
 * Finds the gateway's id of a doubtful message if delivery reports prove that the message was
 * sent. Reserves the report for this message.
 *
 * A report contains a phone number and an id, but not the text. If the phone has other messages
 * without an id, even old ones, a report may be about another message. Reports then prove
 * that this message was sent only if more SMS have arrived than the other messages account for.
 */
export async function matchReport(
  tx: Tx,
  message: { id: string; recipient: string; since: Date },
): Promise<string | null> {
  // Only the first report of each id can be reserved, because two sweeps must not use two reports
  // of one SMS.
  const { rows } = await sql<{ provider_message_id: string }>`
    with unclaimed as (
      select r.id, r.provider_message_id, r.received_at, exists (
        select from delivery_report later
        where later.provider_message_id = r.provider_message_id and later.status = 'Success'
      ) as arrived
      from delivery_report r
      where r.recipient = ${message.recipient} and r.message_id is null
        and not exists (
          select from delivery_report earlier
          where earlier.provider_message_id = r.provider_message_id and earlier.id < r.id
        ) and not exists (
          select from message m where m.provider_message_id = r.provider_message_id
        )
    ), other as (
      select sum(m.resent + case when m.state in ('sending', 'doubtful') then 1 else 0 end) as sends,
        min(m.sending_at) as since
      from message m
      where m.recipient = ${message.recipient} and m.channel = 'sms' and m.id <> ${message.id}
        and (m.resent > 0 or m.state in ('sending', 'doubtful'))
    )
    update delivery_report set message_id = ${message.id}
    where id = (
      select r.id from delivery_report r join unclaimed u using (id) cross join other
      where r.message_id is null and r.received_at >= ${message.since} and (
        other.sends is null or u.arrived and other.sends < (
          select count(*) from unclaimed where arrived
            and received_at >= least(${message.since}, other.since)
        )
      )
      order by u.arrived desc, r.id limit 1 for update of r skip locked
    )
    returning provider_message_id`.execute(tx)
  return rows[0]?.provider_message_id ?? null
}

/** Applies delivery reports to messages with these ids. Never changes a final state. */
export async function applyReports(
  tx: Tx,
  providerMessageIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    with known as (
      select id, provider_message_id from message
      where provider_message_id = any(${providerMessageIds}::text[]) order by id for update
    ), claimed as (
      update delivery_report r set message_id = known.id from known
      where r.provider_message_id = known.provider_message_id
      returning r.id, r.provider_message_id, r.status, r.failure_reason,
        r.status in ('Success', 'Failed', 'Rejected') as is_final
    ), last as (
      -- The first final report of each message or, while there is no final report, the latest
      -- report.
      select distinct on (provider_message_id) provider_message_id, status, failure_reason
      from claimed
      order by provider_message_id, is_final desc, case when is_final then id end, id desc
    )
    update message m set provider_status = last.status, updated_at = ${now},
      last_error = case when last.status in ('Failed', 'Rejected')
        then coalesce(last.failure_reason, last.status) else m.last_error end,
      state = case when last.status = 'Success' then 'delivered'
        when last.status in ('Failed', 'Rejected') then 'failed' else m.state end
    from last join known using (provider_message_id)
    where m.id = known.id and m.state in ('sending', 'doubtful', 'sent')`.execute(tx)
}

export async function insertOptOut(tx: Tx, phone: string, now: Date): Promise<void> {
  await tx
    .insertInto('sms_opt_out')
    .values({ phone, at: now })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet({ at: now }))
    .execute()
}

/** Ends the opt-out of a phone that an SMS reached, unless the SMS was sent before the opt-out. */
export async function deleteOptOut(
  tx: Tx,
  phone: string,
  providerMessageId: string,
): Promise<void> {
  await sql`delete from sms_opt_out o where o.phone = ${phone} and exists (
    select from message m where m.provider_message_id = ${providerMessageId} and m.sending_at > o.at
  )`.execute(tx)
}

/** The number of SMS in these lanes that are due within `withinMs`. Counting stops at `most`. */
export async function countWaitingSms(
  db: Db,
  lanes: readonly string[],
  { withinMs, most }: { withinMs: number; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from job
      where lane = any(${lanes}::text[]) and not leased and run_at <= now() + ${withinMs} * interval '1 ms'
      limit ${most}
    ) waiting`.execute(db)
  return rows[0]!.count
}

/**
 * Whether an SMS contains the number of a ticket. The dedupe key of an SMS with tickets has two or
 * three parts, separated by ':'. The first part is 'ticket'. The second part is the id of one
 * ticket, or the ids of two tickets joined by '+'. From the second SMS on, a count follows.
 */
export const isSmsOfTicket = (
  message: RawBuilder<unknown>,
  ticket: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`(
    split_part(${message}.dedupe_key, ':', 1) = 'ticket'
    and ${ticket}.id::text = any (string_to_array(split_part(${message}.dedupe_key, ':', 2), '+'))
  )`
