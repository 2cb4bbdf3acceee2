import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import { isBeyond, sortedBy } from '../platform/http/list-page.sql.ts'
import { anywhere, type Page, type Sorting } from '../platform/http/list-page.ts'
import type { TeamRole } from '../platform/http/platform.contract.ts'
import type { Role } from './accounts.contract.ts'

export type NewAccount = {
  id: string
  email: string
  fullName: string
  passwordHash: string
  role: Role
  confirmedAt: Date | null
  now: Date
}

export type AccountRow = {
  id: string
  email: string
  full_name: string
  role: Role
  confirmed_at: Date | null
  created_at: Date
  publishes_alone: boolean
}

/** The memberships `m` by which account `a` may approve payouts that another person requests. */
const MONEY_MEMBERS = sql`member m where m.role in ('owner', 'money')
  and (m.account_id = a.id or m.organizer_id = a.id)`
/** The time from which membership `m` gives the right 'money'. */
const MONEY_SINCE = sql`coalesce(m.money_since, m.created_at)`

/**
 * Whether account `a` may approve a payout that another person requests. True for members with the
 * role owner or money, and for the account of an organizer that has such a member.
 */
export const approvesMoney: RawBuilder<boolean> = sql`exists (select from ${MONEY_MEMBERS})`

/** Whether account `a` has had the right of `approvesMoney` since `then` or longer. */
export const approvesMoneySince = (then: Date): RawBuilder<boolean> =>
  sql`exists (select from ${MONEY_MEMBERS} and ${MONEY_SINCE} <= ${then})`

/** The time since which an account has the right of `approvesMoney`. Null without the right. */
export async function selectMoneySince(db: Db, accountId: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select (select min(${MONEY_SINCE}) from ${MONEY_MEMBERS}) as since
    from account a where a.id = ${accountId}`.execute(db)
  return rows[0]?.since ?? null
}

const COLUMNS = [
  'id',
  'email',
  'full_name',
  'role',
  'confirmed_at',
  'created_at',
  'publishes_alone',
] as const

/** Returns false if the address already has an account. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<boolean> {
  const result = await tx
    .insertInto('account')
    .values({
      id: account.id,
      email: account.email,
      full_name: account.fullName,
      password_hash: account.passwordHash,
      role: account.role,
      confirmed_at: account.confirmedAt,
      created_at: account.now,
      updated_at: account.now,
      signed_in_at: account.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/**
 * Creates an account with a confirmed address, or gives an unconfirmed account to the owner of the
 * address. Returns the id, or undefined if the address already has a confirmed account.
 */
export async function upsertConfirmedAccount(
  tx: Tx,
  account: NewAccount,
): Promise<string | undefined> {
  const { fullName: full_name, passwordHash: password_hash, now } = account
  const owned = { full_name, password_hash, confirmed_at: now, updated_at: now }
  const row = await tx
    .insertInto('account')
    .values({
      id: account.id,
      email: account.email,
      role: account.role,
      created_at: now,
      signed_in_at: now,
      ...owned,
    })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet(owned).where('account.confirmed_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function selectCredentials(db: Db, email: string) {
  return await db
    .selectFrom('account')
    .select(['id', 'password_hash', 'confirmed_at'])
    .where('email', '=', email)
    .executeTakeFirst()
}

export async function selectAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return (await db.selectFrom('account').select(COLUMNS).where('id', '=', id).executeTakeFirst()) as
    | AccountRow
    | undefined
}

export async function selectAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return (await db
    .selectFrom('account')
    .select(COLUMNS)
    .where('email', '=', email)
    .executeTakeFirst()) as AccountRow | undefined
}

export const BY_ADDRESS: Sorting = {
  name: 'email',
  isDown: false,
  keys: { email: { column: sql`email`, kind: 'text' } },
}

type Search = Page & { q: string | null; role: Role | null }

const teamRoles = sql<TeamRole[]>`array(
  select distinct m.role from member m where m.account_id = account.id order by m.role)`

/** Returns up to `limit` + 1 rows. */
export async function selectAccounts(
  db: Db,
  search: Search,
): Promise<(AccountRow & { team_roles: TeamRole[] })[]> {
  const { q, role } = search
  const part = anywhere(q ?? '')
  return (await db
    .selectFrom('account')
    .select([...COLUMNS, teamRoles.as('team_roles')])
    .$if(q !== null, (query) =>
      query.where((eb) => eb.or([eb('email', 'ilike', part), eb('full_name', 'ilike', part)])),
    )
    .$if(role !== null, (query) => query.where('role', '=', role!))
    .where(isBeyond(search))
    .orderBy(sortedBy(search.sorting))
    .limit(search.limit + 1)
    .execute()) as (AccountRow & { team_roles: TeamRole[] })[]
}

export async function confirmAddress(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ confirmed_at: sql`coalesce(confirmed_at, ${now})`, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function setPassword(
  tx: Tx,
  id: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/**
 * Locks an account, so that calls that open or end its sessions run one after another. Returns the
 * account with the hash of its password.
 */
export async function lockAccount(tx: Tx, id: string) {
  return await tx
    .selectFrom('account as a')
    .select(['a.email', 'a.role', 'a.password_hash', approvesMoney.as('approvesMoney')])
    .where('a.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Locks the rows of all admins, so that two admins who demote each other do so one after another.
 */
export async function lockAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

export async function setPublishesAlone(
  tx: Tx,
  id: string,
  publishes_alone: boolean,
  now: Date,
): Promise<void> {
  const change = { publishes_alone, updated_at: now }
  await tx.updateTable('account').set(change).where('id', '=', id).execute()
}

export async function setRole(tx: Tx, id: string, role: Role, now: Date): Promise<void> {
  await tx.updateTable('account').set({ role, updated_at: now }).where('id', '=', id).execute()
}

/** Whether the account owns anything in rooms that this room may not import, such as events. */
type IsUsed = (id: RawBuilder<unknown>) => RawBuilder<boolean>

/**
 * Closes up to `count` accounts of organizers that own no event and have not signed in since
 * `before`. Overwrites name, address and password. The row stays, because the audit log names its
 * id. Returns the number of closed accounts.
 */
export async function closeUnusedAccounts(
  tx: Tx,
  { before, count, isUsed }: { before: Date; count: number; isUsed: IsUsed },
): Promise<number> {
  const { rows } = await sql`
    with unused as (
      select a.id from account a
      where a.role = 'organizer' and a.signed_in_at < ${before} and a.password_hash <> ''
        and not ${isUsed(sql`a.id`)}
      limit ${count} for no key update skip locked
    ), browsers as (
      delete from known_browser where account_id in (select id from unused)
    ), codes as (
      delete from recovery_code where account_id in (select id from unused)
    ), factors as (
      delete from second_factor where account_id in (select id from unused)
    ), parts as (
      delete from member where account_id in (select id from unused)
        or organizer_id in (select id from unused)
    ), invitations as (
      update invitation set ended_at = now()
      where organizer_id in (select id from unused) and ended_at is null
    )
    update account a set email = 'closed-' || a.id || '@lango.invalid', full_name = 'Closed account',
      password_hash = '', phone = null
    from unused where a.id = unused.id returning a.id`.execute(tx)
  return rows.length
}

/** The phone numbers of the admins who want an SMS about requests. */
export async function selectAdminPhones(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('phone')
    .where('role', '=', 'admin')
    .where('phone', 'is not', null)
    .execute()
  return rows.map(({ phone }) => phone!)
}

/** The number for SMS about the account's events. Null if the account gets no SMS. */
export async function selectPhone(db: Db, id: string): Promise<string | null> {
  const { phone } = await db
    .selectFrom('account')
    .select('phone')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return phone
}

export async function setPhone(tx: Tx, id: string, phone: string | null, now: Date): Promise<void> {
  await tx.updateTable('account').set({ phone, updated_at: now }).where('id', '=', id).execute()
}

/** Deletes invitations to a phone number, and removes the number from accounts that get SMS. */
export async function forgetPhone(tx: Tx, phone: string): Promise<void> {
  await tx.deleteFrom('invitation').where('phone', '=', phone).execute()
  await tx.updateTable('account').set({ phone: null }).where('phone', '=', phone).execute()
}

/**
 * Records the time of a sign-in, at most once a day, so that the account does not count as unused.
 */
export async function noteSignIn(tx: Tx, id: string, now: Date): Promise<void> {
  const dayBefore = new Date(now.getTime() - 24 * 3600_000)
  await tx
    .updateTable('account')
    .set({ signed_in_at: now })
    .where('id', '=', id)
    .where('signed_in_at', '<', dayBefore)
    .execute()
}
