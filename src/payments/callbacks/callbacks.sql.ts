import { type RawBuilder, sql } from 'kysely'
import { assert } from '../../platform/assert.ts'
import { atEnd, type Db, type Tx } from '../../platform/database/db.ts'
import { endingJobs, insertingJobs } from '../../platform/jobs/jobs.sql.ts'
import { type JobKind, nudgeWorkers, type RunningJob } from '../../platform/jobs/jobs.ts'

/** Determines how the token is checked and how the body is read. */
type CallbackKind = 'stk' | 'c2b' | 'result' | 'payout'

/** The token is the only secret; calls with an unknown token are not stored. */
export type CallbackAddress = {
  kind: CallbackKind
  isKnown: RawBuilder<boolean>
  job: JobKind<{ callbackId: number }>
}

export type Posted = { token: string; body: string }

/** A scalar subquery: PostgreSQL may turn `exists` into a join that reads all payments. */
export const isPromptToken = sql<boolean>`
  (select true from payment where callback_token = posted.token)`

/** Stores callbacks with their jobs, in order. Returns for each whether its token is known. */
export async function insertCallbacks(
  db: Db,
  { kind, isKnown, job }: CallbackAddress,
  all: Posted[],
): Promise<boolean[]> {
  const payload = sql`select jsonb_build_object('callbackId', id) as payload from stored order by id`
  const { rows } = await sql<{ token: string }>`
    with stored as (
      insert into provider_callback (kind, token, body)
      select ${kind}, posted.token, posted.body
      from unnest(${all.map(({ token }) => token)}::text[], ${all.map(({ body }) => body)}::text[])
        with ordinality as posted (token, body, n)
      where ${isKnown} order by n
      returning id, token
    ), queued as (${insertingJobs(job, payload)})
    select token from stored`.execute(db)
  if (rows.length > 0) nudgeWorkers(db, job.lane)
  const tokens = new Set(rows.map(({ token }) => token))
  return all.map(({ token }) => tokens.has(token))
}

export async function selectPromptCallback(db: Db, id: number): Promise<PromptCallback> {
  const { rows } = await sql<{ body: string } & PromptedPayment>`
    with called as materialized (select body, token from provider_callback where id = ${id})
    -- By one token: for a join PostgreSQL may read all payments (decisions/0085).
    select c.body, p.id, p.order_id, p.phone, p.checkout_request_id, exists (
        select from provider_callback x
        where x.token = (select token from called) and x.outcome = 'mismatch'
      ) as was_misused
    from called c join payment p on p.callback_token = (select token from called)`.execute(db)
  assert(rows[0], 'a callback or its payment is not there')
  const { body, ...payment } = rows[0]
  return { id, body, payment }
}

export async function selectCallback(db: Db, id: number) {
  return await db
    .selectFrom('provider_callback')
    .select(['id', 'token', 'body'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export type PromptCallback = { id: number; body: string; payment: PromptedPayment }

type PromptedPayment = {
  id: string
  order_id: string
  phone: string
  checkout_request_id: string | null
  /** Whether a call to this address ever named the id or phone of a different prompt. */
  was_misused: boolean
}

export async function setCallbackOutcome(db: Db, id: number, outcome: string): Promise<void> {
  await db.updateTable('provider_callback').set({ outcome }).where('id', '=', id).execute()
}

/** Sets the callback's outcome and deletes its job. */
export async function endCallback(
  tx: Tx,
  { id, outcome }: { id: number; outcome: string },
  job: Pick<RunningJob, 'claim' | 'noteEnd'>,
): Promise<void> {
  await sql`with ${endingJobs([job.claim])}
    update provider_callback set outcome = ${outcome} where id = ${id}`.execute(tx)
  atEnd(job.noteEnd)
}

/** Deletes old callbacks among the smallest ids, because callbacks have no index by time. */
export async function deleteOldCallbacks(db: Db, before: Date, count: number): Promise<number> {
  const { rows } = await sql`
    with oldest as (select id, received_at from provider_callback order by id limit ${count})
    delete from provider_callback c using oldest
    where c.id = oldest.id and oldest.received_at < ${before} returning c.id`.execute(db)
  return rows.length
}
