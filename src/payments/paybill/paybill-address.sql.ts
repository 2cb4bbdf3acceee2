import { sql } from 'kysely'
import { saleStop } from '../../events/sales.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import type { PayableOrder } from './paybill.rules.ts'

export const isPaybillToken = sql<boolean>`
  exists (select from paybill_address where token = posted.token)`

type Address = { configured: string | null; fresh: string; now: Date }

/**
 * Stores the secret part of the callback address. If none is configured, keeps the stored part.
 * M-Pesa keeps calling a registered address, so a newly configured part replaces the stored part
 * only before the registration, and never during an attempt to register. Returns false if the
 * configured part differs from the registered part.
 */
export async function ensurePaybillAddress(
  db: Db,
  { configured, fresh, now }: Address,
): Promise<boolean> {
  await sql`insert into paybill_address as a (token) values (${configured ?? fresh})
    on conflict (id) do update set token = excluded.token
    where ${configured !== null} and a.token <> excluded.token and a.registered_for is null
      and (a.next_try_at is null or a.next_try_at <= ${now})`.execute(db)
  if (configured === null) return true
  const other = db.selectFrom('paybill_address').select('token').where('token', '<>', configured)
  return !(await other.where('registered_for', 'is not', null).executeTakeFirst())
}

type Try = { now: Date; registeredFor: string; firstMs: number; maxMs: number }

/** Reserves the next attempt. Failures double the pause. Null if registered, or in the pause. */
export async function beginRegistration(
  db: Db,
  { now, registeredFor, firstMs, maxMs }: Try,
): Promise<{ token: string } | null> {
  const { rows } = await sql<{ token: string }>`
    update paybill_address set failed_tries = least(failed_tries + 1, 30),
      next_try_at = ${now}::timestamptz
        + least(${firstMs}::float8 * 2 ^ failed_tries, ${maxMs}) * interval '1 millisecond'
    where registered_for is distinct from ${registeredFor}
      and (next_try_at is null or next_try_at <= ${now})
    returning token`.execute(db)
  return rows[0] ?? null
}

export async function endRegistration(db: Db, registeredFor: string, now: Date): Promise<void> {
  await db
    .updateTable('paybill_address')
    .set({
      registered_for: registeredFor,
      registered_at: now,
      failed_tries: 0,
      next_try_at: null,
    })
    .execute()
}

/** Finds the order with this code. Null if the token of the address is unknown. */
export async function selectPayableOrder(
  db: Db,
  named: { token: string; code: string | null; promptedAfter: Date; now: Date },
): Promise<{ order: PayableOrder | null } | null> {
  const { rows } = await sql<PayableOrder & { state: string | null }>`
    select o.state, o.amount_cents, h.state as hold_state, h.expires_at as hold_expires_at,
      h.ends_at as hold_ends_at, case when e.id is not null then ${saleStop(named.now)} end as sale_stop,
      exists (
        select from payment p where p.order_id = o.id
          and p.state in ('prompting', 'prompted', 'unknown')
          and p.prompting_at > ${named.promptedAfter}
      ) as is_prompted
    from paybill_address a left join "order" o on o.code = ${named.code}
      left join hold h on h.order_id = o.id left join event e on e.id = o.event_id
    where a.token = ${named.token}`.execute(db)
  const row = rows[0]
  return row ? { order: row.state === null ? null : row } : null
}
