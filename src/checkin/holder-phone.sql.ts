import { type RawBuilder, sql } from 'kysely'

/**
 * Phone number of the ticket's current holder: the transfer recipient, otherwise the recipient
 * named by the buyer, otherwise the payer. Needs ticket k, order o and its sale p, which may be
 * missing.
 */
export const holderPhone: RawBuilder<string> = sql`coalesce(k.holder_phone, o.own_phone, p.phone, o.phone)`
