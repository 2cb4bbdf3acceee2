import { sql } from 'kysely'
import { assert } from '../platform/assert.ts'
import type { Db } from '../platform/db.ts'
import type { JobKind } from '../platform/jobs.ts'

/** Which of our addresses a provider called: it says how the token is known and the body read. */
export type CallbackKind = 'stk' | 'c2b'

/** What finds the row that a token belongs to. It is the one secret: an unknown one is nobody's. */
const TOKENS = {
  stk: (token: string) => sql`select from payment where callback_token = ${token}`,
  c2b: (token: string) => sql`select from paybill_address where token = ${token}`,
} satisfies Record<CallbackKind, (token: string) => unknown>

/** Stores a callback and its job, before anything looks into it; false for an unknown token. */
export async function insertCallback(
  db: Db,
  { kind, token, body }: { kind: CallbackKind; token: string; body: string },
  job: JobKind<{ callbackId: number }>,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with stored as (
      insert into provider_callback (kind, token, body)
      select ${kind}, ${token}, ${body} where exists (${TOKENS[kind](token)})
      returning id
    )
    insert into job (name, lane, payload)
    select ${job.name}, ${job.lane.name}, jsonb_build_object('callbackId', id) from stored
    returning id`.execute(db)
  return rows.length === 1
}

export async function selectCallback(db: Db, id: number) {
  const row = await db
    .selectFrom('provider_callback')
    .select(['id', 'kind', 'token', 'body'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, kind: row.kind as CallbackKind }
}

type PromptedPayment = {
  id: string
  order_id: string
  phone: string
  checkout_request_id: string | null
  /** Somebody told another prompt's id or phone at its address. */
  was_misused: boolean
}

/** The payment whose prompt a callback of the kind `stk` speaks of. */
export async function selectPaymentOfToken(db: Db, token: string): Promise<PromptedPayment> {
  const { rows } = await sql<PromptedPayment>`
    select id, order_id, phone, checkout_request_id, exists (
        select from provider_callback where token = ${token} and outcome = 'mismatch'
      ) as was_misused
    from payment where callback_token = ${token}`.execute(db)
  assert(rows[0], 'a callback was stored for a payment that is not there')
  return rows[0]
}

export async function setCallbackOutcome(db: Db, id: number, outcome: string): Promise<void> {
  await db.updateTable('provider_callback').set({ outcome }).where('id', '=', id).execute()
}
