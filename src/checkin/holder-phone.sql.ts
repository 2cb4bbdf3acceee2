import { type RawBuilder, sql } from 'kysely'

/**
 * The phone that holds a ticket now: the one that it was sent on to, otherwise the one that its
 * buyer named, otherwise the one that paid. For ticket k, order o and its sale p, which may be
 * absent.
 */
export const holderPhone: RawBuilder<string> = sql`coalesce(k.holder_phone, o.own_phone, p.phone, o.phone)`
