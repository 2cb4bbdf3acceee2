import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import type { JobKind } from '../platform/jobs.ts'

/** Which of our addresses a provider called: it says how the token is known and the body read. */
export type CallbackKind = 'stk'

/** What finds the row that a token belongs to. It is the one secret: an unknown one is nobody's. */
const TOKENS = {
  stk: (token: string) => sql`select from payment where callback_token = ${token}`,
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
    .select(['kind', 'token', 'body'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, kind: row.kind as CallbackKind }
}

/** The payment whose prompt a callback of the kind `stk` speaks of. */
export function selectPaymentOfToken(db: Db, token: string) {
  return db
    .selectFrom('payment')
    .select(['id', 'order_id', 'checkout_request_id'])
    .where('callback_token', '=', token)
    .executeTakeFirstOrThrow()
}

export async function setCallbackOutcome(db: Db, id: number, outcome: string): Promise<void> {
  await db.updateTable('provider_callback').set({ outcome }).where('id', '=', id).execute()
}
