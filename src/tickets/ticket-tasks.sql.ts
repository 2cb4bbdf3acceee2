import { type RawBuilder, sql } from 'kysely'
import { orderPaid } from '../orders/jobs.ts'
import { jobTimes } from '../platform/jobs/jobs.ts'
import { declareTasks } from '../platform/tasks/tasks.ts'
import { ticketTaskKinds } from './ticket-tasks.rules.ts'

/**
 * Whether a ticket message went to the buyer. Messages about transferred tickets belong to the same
 * order, but go to the tickets' new holders.
 */
const isToBuyer = (message: RawBuilder<unknown>) => sql`(
    ${message}.dedupe_key like 'tickets:%' or ${message}.dedupe_key like 'ticket:%' and exists (
      select from "order" b left join payment s on s.order_id = b.id and s.use = 'sale'
      where b.id = ${message}.order_id and ${message}.recipient in (b.phone, b.recipient_phone, s.phone)
    )
  )`

const areDoorsClosed = (now: Date) =>
  sql`${now} < (e.last_date + e.time) at time zone 'Africa/Nairobi'`

/** The phone number that gets the tickets of order `o`. */
const buyer = sql`coalesce(o.recipient_phone, o.phone)`

/** The latest failure of the ticket messages `m` that failed for good. */
const failure = sql`max(m.updated_at) as since,
  (array_agg(m.last_error order by m.updated_at desc))[1] as failure`

export const ticketTasks = declareTasks(ticketTaskKinds, {
  order_without_tickets: ({ now, timeScale }) => sql`
    select o.id as key, u.paid_at as since, o.id as order_id, ${buyer} as phone, o.amount_cents, (
        select p.mpesa_receipt from payment p where p.order_id = o.id and p.use = 'sale'
      ) as receipt, (
        select min(run_at) from job
        where name = ${orderPaid.name} and payload->>'orderId' = o.id::text
      ) as until
    from order_awaiting_tickets u join "order" o on o.id = u.order_id
    where u.paid_at <= ${new Date(now.getTime() - 2 * jobTimes(timeScale).leaseMs)}`,
  // Issued orders whose buyer received no message with the tickets: an SMS failed for good, and no
  // other SMS or email was delivered.
  buyer_not_reached: ({ now }) => sql`
    select o.id as key, o.id as order_id, ${buyer} as phone, o.amount_cents, failed.since,
      failed.failure
    from (
      select m.order_id, ${failure} from message m
      where m.is_failed and m.order_id is not null and ${isToBuyer(sql`m`)}
      group by m.order_id
    ) failed
    join "order" o on o.id = failed.order_id join event e on e.id = o.event_id
    where o.state = 'issued' and ${areDoorsClosed(now)}
      and not exists (
        select from message r where r.order_id = o.id and r.state in ('sent', 'delivered')
          and ${isToBuyer(sql`r`)}
      )`,
  // Tickets whose new holder received no SMS with the ticket number.
  holder_not_reached: ({ now }) => sql`
    select k.id as key, k.order_id, k.holder_phone as phone, failed.since, failed.failure
    from (
      select m.order_id, m.recipient, split_part(m.dedupe_key, ':', 2) as ticket_id, ${failure}
      from message m
      where m.is_failed and m.order_id is not null and m.dedupe_key like 'ticket:%'
      group by 1, 2, 3
    ) failed
    join ticket k on k.order_id = failed.order_id and k.id::text = failed.ticket_id
      and k.holder_phone = failed.recipient
    join event e on e.id = k.event_id
    where k.state <> 'void' and ${areDoorsClosed(now)}
      and not exists (
        select from message r where r.order_id = k.order_id and r.state in ('sent', 'delivered')
          and r.recipient = k.holder_phone and split_part(r.dedupe_key, ':', 2) = k.id::text
      )`,
})
