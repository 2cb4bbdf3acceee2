import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'

export type KindName = 'event' | 'measure' | 'payout' | 'questions'
export type Decision = 'approved' | 'returned' | 'withdrawn'

/** A request that waits (`sent`) or was returned. `P` is the proposal of its kind. */
export type StoredRequest<P> = {
  subject_id: string
  proposal: P
  reason: string
  state: 'sent' | 'returned'
  asked_by: string
  /** Why the request was returned; '' while it waits. */
  note: string
  /** Changes whenever the proposal is replaced. */
  version: string
}

/** The requests about these subjects that wait or were returned. */
export async function selectRequests<P>(
  db: Db,
  kind: KindName,
  ids: string[],
): Promise<StoredRequest<P>[]> {
  const { rows } = await sql<StoredRequest<P>>`
    select subject_id, proposal, reason, state, asked_by, note, version::text from request
    where kind = ${kind} and subject_id = any(${ids}::uuid[])
      and state in ('sent', 'returned')`.execute(db)
  return rows
}

/** The request about a subject. Undefined if no request waits or was returned. */
export async function selectRequest<P>(
  db: Db,
  kind: KindName,
  id: string,
): Promise<StoredRequest<P> | undefined> {
  return (await selectRequests<P>(db, kind, [id]))[0]
}

export type NewRequest<P> = { kind: KindName; id: string; proposal: P; reason?: string; now: Date }

/** Stores a request that waits, in place of the last request about its subject. */
export async function upsertRequest(
  tx: Tx,
  by: string,
  { kind, id, proposal, reason = '', now }: NewRequest<unknown>,
): Promise<void> {
  await sql`
    insert into request as r (kind, subject_id, proposal, reason, state, asked_by, asked_at)
    values (${kind}, ${id}, ${JSON.stringify(proposal)}::jsonb, ${reason}, 'sent', ${by}, ${now})
    on conflict (kind, subject_id) do update set proposal = excluded.proposal,
      reason = excluded.reason, version = r.version + 1, state = 'sent', asked_by = ${by},
      asked_at = ${now}, decided_by = null, decided_at = null, note = ''`.execute(tx)
}

type Decided = {
  kind: KindName
  id: string
  to: Decision
  by: string
  now: Date
  note?: string
}

/** Ends a request that waits. Returns false if none waits. */
export async function decideRequest(tx: Tx, decided: Decided): Promise<boolean> {
  const { kind, id, to, by, now, note = '' } = decided
  const { rows } = await sql`
    update request set state = ${to}, decided_by = ${by}, decided_at = ${now}, note = ${note}
    where kind = ${kind} and subject_id = ${id} and state = 'sent' returning kind`.execute(tx)
  return rows.length === 1
}

/** Ends a request that waits or was returned. Returns its state before. */
export async function endRequest(
  tx: Tx,
  { kind, id, to, by, now }: Decided,
): Promise<StoredRequest<unknown>['state'] | undefined> {
  const { rows } = await sql<Pick<StoredRequest<unknown>, 'state'>>`
    with open as materialized (
      select state from request
      where kind = ${kind} and subject_id = ${id} and state in ('sent', 'returned') for update
    )
    update request r set state = ${to}, decided_by = ${by}, decided_at = ${now}, note = ''
    from open where kind = ${kind} and subject_id = ${id} returning open.state`.execute(tx)
  return rows[0]?.state
}

/** Replaces the proposal of a request. */
export async function setProposal(
  tx: Tx,
  kind: KindName,
  id: string,
  proposal: unknown,
): Promise<void> {
  await sql`update request set proposal = ${JSON.stringify(proposal)}::jsonb
    where kind = ${kind} and subject_id = ${id}`.execute(tx)
}
