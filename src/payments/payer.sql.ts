import { sql } from 'kysely'

/** A number in plain digits, neither masked nor hashed (see `isPlainPhone`). */
export const plainNumber = sql.lit('^254[17][0-9]{8}$')

/**
 * The payer of payment `p`: the number that M-Pesa reported in plain digits, otherwise the prompted
 * phone; null if another phone paid and M-Pesa masked its number.
 */
export const whoPaid = sql<string | null>`case when p.payer ~ ${plainNumber} then p.payer
  when not p.payer_masked then p.phone end`
