import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import { anywhere, type Page, type Sorting } from '../../platform/http/list-page.ts'
import type { Fee } from '../../platform/values/money.rules.ts'
import { ownFee } from './service-fee.sql.ts'

export type FeeRow = {
  id: string
  email: string
  full_name: string
  /** Null if no admin has set a fee. */
  own_fee: Fee | null
  set_at: Date | null
}

export const BY_EMAIL: Sorting = {
  name: 'email',
  isDown: false,
  keys: { email: { column: sql`a.email`, kind: 'text' } },
}

const columns = sql`a.id, a.email, a.full_name, ${ownFee(sql`a.id`)} as own_fee, f.set_at`

/** The fees of all accounts, because any account may own events. Returns up to `limit` + 1 rows. */
export async function selectFees(db: Db, page: Page & { q: string | null }): Promise<FeeRow[]> {
  const part = anywhere(page.q ?? '')
  const { rows } = await sql<FeeRow>`
    select ${columns} from account a left join organizer_fee f on f.account_id = a.id
    where ${isBeyond(page)}
      and (${page.q}::text is null or a.email ilike ${part} or a.full_name ilike ${part})
    order by ${sortedBy(page.sorting)} limit ${page.limit + 1}`.execute(db)
  return rows
}

/**
 * Locks the account, so that only one caller changes its fee at a time. Returns false if the
 * account does not exist.
 */
export async function lockPayer(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account where id = ${accountId} for no key update`.execute(tx)
  return rows.length === 1
}

export async function selectFee(tx: Tx, accountId: string): Promise<FeeRow> {
  const { rows } = await sql<FeeRow>`
    select ${columns} from account a left join organizer_fee f on f.account_id = a.id
    where a.id = ${accountId}`.execute(tx)
  return rows[0]!
}

export async function upsertFee(
  tx: Tx,
  { accountId, fee, now }: { accountId: string; fee: Fee; now: Date },
): Promise<void> {
  const set = { ...fee, set_at: now }
  await tx
    .insertInto('organizer_fee')
    .values({ account_id: accountId, ...set })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(set))
    .execute()
}

export async function deleteFee(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('organizer_fee').where('account_id', '=', accountId).execute()
}

/** The fees that admins have set for these organizers. Organizers with no such fee have no row. */
export async function selectOwnFees(db: Db, organizers: readonly string[]) {
  return await db
    .selectFrom('organizer_fee')
    .select(['account_id', 'basis_points', 'fixed_cents'])
    .where(sql<boolean>`account_id = any(${organizers}::uuid[])`)
    .execute()
}
