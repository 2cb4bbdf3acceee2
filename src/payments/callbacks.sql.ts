import { type RawBuilder, sql } from 'kysely'
import { assert } from '../platform/assert.ts'
import type { Db } from '../platform/db.ts'
import { leaseJobs } from '../platform/hand-over.ts'
import { type InsertedJob, insertingJobs } from '../platform/jobs.sql.ts'
import type { JobKind } from '../platform/jobs.ts'

/** Which of our addresses a provider called: it says how the token is known and the body read. */
export type CallbackKind = 'stk' | 'c2b' | 'result'

/** Whether M-Pesa was given this address for a prompt. */
export function isPromptToken(token: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from payment where callback_token = ${token})`
}

/** Whether it is the one at which payments by hand are told. */
export function isPaybillToken(token: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from paybill_address where token = ${token})`
}

type Posted = {
  kind: CallbackKind
  token: string
  body: string
  /** Whether we gave this address to somebody. It is the one secret: an unknown one is nobody's. */
  isKnown: RawBuilder<boolean>
}

/** Stores a callback and its job, before anything looks into it; false for an unknown token. */
export async function insertCallback(
  db: Db,
  { kind, token, body, isKnown }: Posted,
  job: JobKind<{ callbackId: number }>,
): Promise<boolean> {
  const lease = leaseJobs(db, job.lane, 1)
  let isStored = false
  try {
    const payload = sql`select jsonb_build_object('callbackId', id) as payload from stored`
    const { rows } = await sql<InsertedJob>`
    with stored as (
      insert into provider_callback (kind, token, body)
      select ${kind}, ${token}, ${body} where ${isKnown}
      returning id
    ) ${insertingJobs(job, payload, lease)}`.execute(db)
    lease.fill(rows)
    isStored = rows.length === 1
  } finally {
    lease.end(isStored)
  }
  return isStored
}

/** What was told, and what of the payment whose prompt it speaks of says whether to believe it. */
export async function selectMoneyCallback(
  db: Db,
  id: number,
): Promise<PromptCallback | PaybillCallback> {
  const { rows } = await sql<{ kind: 'stk' | 'c2b'; body: string } & Nullable<PromptedPayment>>`
    select c.kind, c.body, p.id, p.order_id, p.phone, p.checkout_request_id, exists (
        select from provider_callback x where x.token = c.token and x.outcome = 'mismatch'
      ) as was_misused
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
