import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import { rolesWith } from '../platform/http/rights.rules.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { approvesMoneySince } from './accounts.sql.ts'
import { FACTOR_GRACE_MS } from './session.rules.ts'

/** Whether account `a` could approve payouts FACTOR_GRACE_MS ago, so that it needs a factor. */
const needsFactorByNow = (now: Date) =>
  approvesMoneySince(new Date(now.getTime() - FACTOR_GRACE_MS))

/**
 * Returns the viewer of a session and whether its second factor was checked. `approvesMoney` is
 * true if the account has had the right of `approvesMoney` (accounts.sql.ts) for longer than
 * FACTOR_GRACE_MS. Undefined if the session has ended, so that its bearers no longer work.
 */
export async function selectViewer(
  db: Db,
  session: { id: string; accountId: string; now: Date },
): Promise<(Viewer & { hasFactor: boolean; approvesMoney: boolean }) | undefined> {
  const { rows } = await sql<Viewer & { hasFactor: boolean; approvesMoney: boolean }>`
    select a.id as "accountId", a.role, s.has_factor as "hasFactor",
      ${needsFactorByNow(session.now)} as "approvesMoney", (
        select json_agg(json_build_object('organizerId', m.organizer_id,
          'eventId', m.event_id, 'role', m.role))
        from member m where m.account_id = a.id and a.role <> 'admin'
      ) as memberships
    from session s join account a on a.id = s.account_id
    where s.id = ${session.id} and s.account_id = ${session.accountId}
      and s.ended_at is null and s.expires_at > ${session.now}`.execute(db)
  return rows[0]
}

/** Whether the account is in a team, and all its team roles lack the right `figures`. */
export async function lacksFigures(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from member where account_id = ${accountId}
    having bool_and(role <> all(${rolesWith('figures')}))`.execute(db)
  return rows.length > 0
}

export async function insertSession(
  tx: Tx,
  session: { id: string; accountId: string; hasFactor: boolean; expiresAt: Date; now: Date },
): Promise<void> {
  await tx
    .insertInto('session')
    .values({
      id: session.id,
      account_id: session.accountId,
      has_factor: session.hasFactor,
      created_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute()
}

export async function insertRefreshToken(
  tx: Tx,
  token: { hash: Buffer; sessionId: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('refresh_token')
    .values({ token_hash: token.hash, session_id: token.sessionId, issued_at: token.now })
    .execute()
}

/** Returns a refresh token with its session, even if they have ended. */
export async function selectRefreshToken(tx: Tx, hash: Buffer, now: Date) {
  return await tx
    .selectFrom('session as s')
    .innerJoin('refresh_token as t', 't.session_id', 's.id')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .select(['s.id', 's.account_id', 's.ended_at', 's.expires_at', 's.has_factor', 't.used_at'])
    .select(['t.successor_nonce', 'a.role', needsFactorByNow(now).as('approvesMoney')])
    .where('t.token_hash', '=', hash)
    .executeTakeFirst()
}

/**
 * Marks the token as used. Returns true for the first use of the token, and false for every later
 * use. The first use starts the grace period and stores the nonce from which the next token is
 * derived. A later use changes nothing.
 */
export async function useRefreshToken(
  tx: Tx,
  token: { hash: Buffer; nonce: Buffer; now: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('refresh_token')
    .set({ used_at: token.now, successor_nonce: token.nonce })
    .where('token_hash', '=', token.hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function prolongSession(tx: Tx, id: string, expiresAt: Date): Promise<void> {
  await tx.updateTable('session').set({ expires_at: expiresAt }).where('id', '=', id).execute()
}

type EndReason =
  | 'signed_out'
  | 'replaced'
  | 'reused'
  | 'password_reset'
  | 'crowded_out'
  | 'second_factor'

/** Updates open sessions only, so that the first reason for ending a session stays. */
const endOpenSessions = (tx: Tx, reason: EndReason, now: Date) =>
  tx.updateTable('session').set({ ended_at: now, end_reason: reason }).where('ended_at', 'is', null)

export async function endSession(tx: Tx, id: string, reason: EndReason, now: Date): Promise<void> {
  await endOpenSessions(tx, reason, now).where('id', '=', id).execute()
}

export async function endAllSessions(
  tx: Tx,
  accountId: string,
  reason: EndReason,
  now: Date,
): Promise<void> {
  await endOpenSessions(tx, reason, now).where('account_id', '=', accountId).execute()
}

/** Ends all sessions of an account except the session that changed the password. */
export async function endOtherSessions(
  tx: Tx,
  { accountId, sessionId, now }: { accountId: string; sessionId: string; now: Date },
): Promise<void> {
  await endOpenSessions(tx, 'password_reset', now)
    .where('account_id', '=', accountId)
    .where('id', '<>', sessionId)
    .execute()
}

/**
 * Ends all sessions of an account except the `kept` sessions that were opened or refreshed last.
 */
export async function endUnusedSessions(
  tx: Tx,
  { accountId, kept, now }: { accountId: string; kept: number; now: Date },
): Promise<void> {
  await endOpenSessions(tx, 'crowded_out', now)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('session')
        .select('id')
        .where('account_id', '=', accountId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('expires_at', 'desc')
        .orderBy('id', 'desc')
        .offset(kept),
    )
    .execute()
}

/** Ends the session of a refresh token, even of a used token. */
export async function endSessionOfToken(
  tx: Tx,
  hash: Buffer,
  reason: EndReason,
  now: Date,
): Promise<void> {
  await endOpenSessions(tx, reason, now)
    .where('id', 'in', (eb) =>
      eb.selectFrom('refresh_token').select('session_id').where('token_hash', '=', hash),
    )
    .execute()
}

/** Deletes up to 1000 sessions that ended or expired before `before`, with their tokens. */
export async function deleteOldSessions(tx: Tx, before: Date): Promise<void> {
  await sql`
    with old as (
      select id from session where least(ended_at, expires_at) < ${before}
      order by expires_at limit 1000 for update skip locked
    ), tokens as (
      delete from refresh_token t using old where t.session_id = old.id
    )
    delete from session s using old where s.id = old.id`.execute(tx)
}

/** Whether the browser with this cookie has signed in to this account. */
export async function isKnownBrowser(db: Db, hash: Buffer, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_browser')
    .select('seen_at')
    .where('token_hash', '=', hash)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Gives a known browser another cookie. The browser stays known to all accounts that have signed
 * in on it.
 */
export async function moveBrowser(tx: Tx, from: Buffer, to: Buffer): Promise<void> {
  await tx
    .updateTable('known_browser')
    .set({ token_hash: to })
    .where('token_hash', '=', from)
    .execute()
}

export async function insertBrowser(
  tx: Tx,
  browser: { hash: Buffer; accountId: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('known_browser')
    .values({ token_hash: browser.hash, account_id: browser.accountId, seen_at: browser.now })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'account_id']).doUpdateSet({ seen_at: browser.now }),
    )
    .execute()
}

/** Forgets all browsers of an account except the `kept` browsers that signed in last. */
export async function deleteUnusedBrowsers(tx: Tx, accountId: string, kept: number): Promise<void> {
  await sql`
    delete from known_browser where account_id = ${accountId} and token_hash in (
      select token_hash from known_browser where account_id = ${accountId}
      order by seen_at desc offset ${kept}
    )`.execute(tx)
}

/** Forgets all browsers of an account except the browser with the cookie `kept`. */
export async function deleteBrowsers(tx: Tx, accountId: string, kept?: Buffer): Promise<void> {
  await tx
    .deleteFrom('known_browser')
    .where('account_id', '=', accountId)
    .$if(kept !== undefined, (query) => query.where('token_hash', '<>', kept!))
    .execute()
}

export async function deleteOldBrowsers(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('known_browser').where('seen_at', '<', before).execute()
}
