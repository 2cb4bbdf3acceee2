import { type RawBuilder, sql } from 'kysely'
import { assert } from '../../platform/assert.ts'
import { atEnd, type Db, type Tx } from '../../platform/database/db.ts'
import { leaseJobs, readJobs } from '../../platform/jobs/hand-over.ts'
import { endingJobs, type InsertedJob, insertingJobs } from '../../platform/jobs/jobs.sql.ts'
import type { JobKind, RunningJob } from '../../platform/jobs/jobs.ts'

/** Which of our addresses a provider called: it says how the token is known and the body read. */
export type CallbackKind = 'stk' | 'c2b' | 'result'

/** One of our addresses. Its token is the one secret: of an unknown one nothing is kept. */
export type CallbackAddress = {
  kind: CallbackKind
  /** Whether we gave `posted.token` to somebody. */
  isKnown: RawBuilder<boolean>
  /** Reads what was told there. */
  job: JobKind<{ callbackId: number }>
}

export type Posted = { token: string; body: string }

/** M-Pesa was given this address for a prompt. */
export const isPromptToken = sql<boolean>`
  exists (select from payment where callback_token = posted.token)`

/** It is the one at which payments by hand are told. */
export const isPaybillToken = sql<boolean>`
  exists (select from paybill_address where token = posted.token)`

/**
 * Stores what was told at an address, each with its job, before anything looks into it, in the order
 * in which it came; false for an unknown token.
 */
export async function insertCallbacks(
  db: Db,
  { kind, isKnown, job }: CallbackAddress,
  all: Posted[],
): Promise<boolean[]> {
  const lease = leaseJobs(db, job.lane, all.length)
  let stored: { jobs: InsertedJob[] | null; tokens: string[] | null } | undefined
  try {
    const payload = sql`select jsonb_build_object('callbackId', id) as payload from stored order by id`
    const { rows } = await sql<NonNullable<typeof stored>>`
    with stored as (
      insert into provider_callback (kind, token, body)
      select ${kind}, posted.token, posted.body
      from unnest(${all.map(({ token }) => token)}::text[], ${all.map(({ body }) => body)}::text[])
        with ordinality as posted (token, body, n)
      where ${isKnown} order by n
      returning id, token
    ), queued as (${insertingJobs(job, payload, lease)})
    select (select jsonb_agg(queued order by queued.id) from queued) as jobs,
      (select array_agg(token) from stored) as tokens`.execute(db)
    stored = rows[0]!
    lease.fill(readJobs(stored.jobs))
  } finally {
    lease.end(stored !== undefined)
  }
  const tokens = new Set(stored.tokens)
  return all.map(({ token }) => tokens.has(token))
}

/** What was told, and what of the payment whose prompt it speaks of says whether to believe it. */
export async function selectMoneyCallback(
  db: Db,
  id: number,
): Promise<PromptCallback | PaybillCallback> {
  const { rows } = await sql<{ kind: 'stk' | 'c2b'; body: string } & Nullable<PromptedPayment>>`
    select c.kind, c.body, p.id, p.order_id, p.phone, p.checkout_request_id, coalesce((
        -- Not 'exists', for which a kept plan may read all mismatches there ever were.
        select true from provider_callback x where x.token = c.token and x.outcome = 'mismatch'
        limit 1
      ), false) as was_misused
    from provider_callback c
      left join payment p on c.kind = 'stk' and p.callback_token = c.token
    where c.id = ${id}`.execute(db)
  assert(rows[0], 'a callback that is to be read is not there')
  const { kind, body, ...payment } = rows[0]
  if (kind === 'c2b') return { id, kind, body }
  assert(payment.id !== null, 'a callback was stored for a payment that is not there')
  return { id, kind, body, payment: payment as PromptedPayment }
}

/** One as it came, for a room that knows what it speaks of. */
export async function selectCallback(db: Db, id: number) {
  return await db
    .selectFrom('provider_callback')
    .select(['id', 'token', 'body'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** How a prompt ended. */
export type PromptCallback = { id: number; kind: 'stk'; body: string; payment: PromptedPayment }
/** A payment to our number was made. */
export type PaybillCallback = { id: number; kind: 'c2b'; body: string }

type Nullable<T> = { [K in keyof T]: T[K] | null }

export type PromptedPayment = {
  id: string
  order_id: string
  phone: string
  checkout_request_id: string | null
  /** Somebody told another prompt's id or phone at its address. */
  was_misused: boolean
}

export async function setCallbackOutcome(db: Db, id: number, outcome: string): Promise<void> {
  await db.updateTable('provider_callback').set({ outcome }).where('id', '=', id).execute()
}

/** The same, and its job is done. */
export async function endCallback(
  tx: Tx,
  { id, outcome }: { id: number; outcome: string },
  job: Pick<RunningJob, 'claim' | 'noteEnd'>,
): Promise<void> {
  await sql`with ${endingJobs([job.claim])}
    update provider_callback set outcome = ${outcome} where id = ${id}`.execute(tx)
  atEnd(job.noteEnd)
}
