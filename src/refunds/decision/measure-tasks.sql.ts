import { type RawBuilder, sql } from 'kysely'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import {
  cancelledCents,
  requestedDay,
  requestsWithSums,
  requestVersion,
} from '../approval/measure-requests.sql.ts'
import { firstRefund, keptPasses } from '../cancellation/day-tickets.sql.ts'

const ANY_SUM = { amount: sql`sold.amount_cents`, more: sql`` }

/** Requests of a kind that wait for an admin. Expects SQL for `besides` (see `MeasureMoney`). */
export const waitingMeasures = (
  kind: string,
  besides: RawBuilder<unknown>,
  { amount, more }: { amount: RawBuilder<unknown>; more: RawBuilder<unknown> } = ANY_SUM,
): RawBuilder<unknown> => sql`
  select q.subject_id as key, q.subject_id as event_id, q.asked_at as since, a.email as by, q.reason,
    ${amount} as amount_cents, sold.amount_cents as most_cents,
    sold.paid_orders, sold.paid_tickets, cost.cost_cents, money.owed_cents,
    money.paid_out_cents, q.proposal->'schedule' as schedule,
    jsonb_build_object('date', coalesce(d.date, e.date), 'time', left(coalesce(d.time, e.time)::text, 5),
      'location', e.location) as present,
    d.date::text as day, coalesce(q.proposal->>'passes' = 'true', false) as frees_passes,
    ${requestVersion} as version, ${besides} as besides ${more}
  from ${requestsWithSums} join account a on a.id = q.asked_by
    left join event_day d on d.event_id = e.id and d.n::text = q.proposal->>'day'
  where q.state = 'sent' and q.proposal->>'kind' = ${kind}`

/** The requested cancellations, with the facts about the SMS to the buyers. */
export const waitingCancellations = (
  besides: RawBuilder<unknown>,
  now: Date,
): RawBuilder<unknown> =>
  waitingMeasures('cancel', besides, {
    amount: cancelledCents,
    more: sql`, e.title, ${nairobiDate(now)}::text as today,
      ${firstRefund(requestedDay)} as first_refund, ${keptPasses(requestedDay)} as kept`,
  })
