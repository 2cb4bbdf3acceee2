import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import type { PayoutAccount } from './payout-account.rules.ts'

export type PayoutAccountRow = PayoutAccount & {
  id: string
  account_id: string
  created_at: Date
  usable_at: Date
}

/**
 * Locks the organizer's account, so that concurrent changes of the payout account run one after
 * another. Undefined if the organizer does not exist.
 */
export async function lockPayee(tx: Tx, accountId: string) {
  const { rows } = await sql<{ email: string; full_name: string }>`
    select email, full_name from account where id = ${accountId} for no key update`.execute(tx)
  return rows[0]
}

/** The organizer's payout accounts, newest first. Money is paid only to the newest account. */
export async function selectPayoutAccounts(db: Db, accountId: string): Promise<PayoutAccountRow[]> {
  const { rows } = await sql<PayoutAccountRow>`
    select id, account_id, kind, number, account_number, bank, created_at, usable_at
    from payout_account where account_id = ${accountId}
    order by created_at desc, id desc`.execute(db)
  return rows
}

/**
 * Whether tickets of the organizer's events were ever paid for, by M-Pesa or at the gate. Refunded
 * orders count, free ones do not.
 */
export async function hasPaidOrders(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from paid_line where organizer_id = ${accountId} and amount_cents > 0 limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Locks the organizer's events and their ticket types. Waits for sales in progress and keeps new
 * sales waiting. Call it before `lockPayee`, because other transactions lock events first.
 */
export async function lockSalesOf(tx: Tx, accountId: string): Promise<void> {
  await sql`
    select from event where organizer_id = ${accountId} order by id for no key update`.execute(tx)
  await sql`
    select from ticket_type t join event e on e.id = t.event_id
    where e.organizer_id = ${accountId} order by t.id for no key update of t`.execute(tx)
}

/**
 * When the account `c` can be paid for the event `e`. Null if the newest account of the event's
 * organizer has other details: money is paid only to the newest account.
 */
export const payableFrom: RawBuilder<Date | null> = sql`(
  select case when (n.kind, n.number, n.account_number, n.bank)
    = (c.kind, c.number, c.account_number, c.bank) then n.usable_at end
  from payout_account n where n.account_id = e.organizer_id
  order by n.created_at desc, n.id desc limit 1)`

export async function insertPayoutAccount(tx: Tx, row: PayoutAccountRow): Promise<void> {
  await tx.insertInto('payout_account').values(row).execute()
}

/** Deletes up to `count` payout accounts of closed accounts. Returns how many were deleted. */
export async function deleteAccountsOfClosed(tx: Tx, count: number): Promise<number> {
  const { rows } = await sql`
    delete from payout_account where id in (
      select p.id from payout_account p join account a on a.id = p.account_id
      where a.password_hash = '' and a.email like 'closed-%' limit ${count}
    ) returning id`.execute(tx)
  return rows.length
}
