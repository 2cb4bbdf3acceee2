import { sql } from 'kysely'

/** What a number in plain digits looks like, as to `isPlainPhone`: neither masked nor hashed. */
export const plainNumber = sql.lit('^254[17][0-9]{8}$')

/**
 * Who paid a payment `p`: the number that M-Pesa told in plain digits, or else the phone that was
 * asked; null where another one paid and M-Pesa masked whose it is.
 */
export const whoPaid = sql<string | null>`case when p.payer ~ ${plainNumber} then p.payer
  when not p.payer_masked then p.phone end`
