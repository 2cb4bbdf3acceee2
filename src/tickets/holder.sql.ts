import { type RawBuilder, sql } from 'kysely'

/**
 * The phone that has ticket `k` of order `o`: the phone to which the ticket was sent, or the phone
 * that got the order's tickets (phoneForTickets). Null if erased.
 */
export const holderPhone: RawBuilder<string | null> = sql`
  case when k.sent_from is not null then k.holder_phone
    else coalesce(o.recipient_phone, (
      select p.phone from payment p where p.order_id = o.id and p.use = 'sale'
    ), o.phone)
  end`
