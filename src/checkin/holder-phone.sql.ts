import { type RawBuilder, sql } from 'kysely'

/**
 * The phone that has a ticket now: to which it was sent on, else the one that its buyer named, else
 * the one that paid. Of ticket k, order o and its sale p, which may be absent.
 */
export const holderPhone: RawBuilder<string> = sql`coalesce(k.holder_phone, o.own_phone, p.phone, o.phone)`
