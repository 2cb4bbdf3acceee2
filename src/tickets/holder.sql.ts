import { type RawBuilder, sql } from 'kysely'

/** The phone that got the tickets of order `o` (phoneForTickets). Null if erased. */
export const buyerPhone: RawBuilder<string | null> = sql`
  coalesce(o.recipient_phone, (
    select p.phone from payment p where p.order_id = o.id and p.use = 'sale'
  ), o.phone)`

/**
 * The phone that has ticket `k` of order `o`: the phone to which the ticket was sent, or the buyer's.
 * Null if erased.
 */
export const holderPhone: RawBuilder<string | null> = sql`
  case when k.sent_from is not null then k.holder_phone else ${buyerPhone} end`
