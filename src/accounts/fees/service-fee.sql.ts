import { type RawBuilder, sql } from 'kysely'
import type { Fee } from '../../platform/values/money.rules.ts'

/**
 * The fee that an admin has set for the account, which may be 0. Null if no admin has set a fee:
 * then the fee of the settings applies (`feeOf`).
 */
export const ownFee = (accountId: RawBuilder<unknown>): RawBuilder<Fee | null> => sql`(
  select jsonb_build_object('basis_points', f.basis_points, 'fixed_cents', f.fixed_cents)
  from organizer_fee f where f.account_id = ${accountId})`
