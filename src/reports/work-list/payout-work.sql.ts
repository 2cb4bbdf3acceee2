import { type RawBuilder, sql } from 'kysely'
import { stopFacts } from '../../payouts/payout-parts.sql.ts'
import { ACCOUNT_SHORT } from '../../refunds/refund.rules.ts'

// The admins' tasks about payouts, with the columns of work-list.sql.ts. `detail` is JSON with the
// account that is paid and the person who requested the payout.

const payee = (failure: RawBuilder<unknown>) => sql`jsonb_build_object('kind', c.kind,
  'number', c.number, 'account_number', c.account_number, 'bank', c.bank, 'email', a.email,
  'date', e.date, 'failure', ${failure}, 'is_cancelled', ${stopFacts.is_cancelled},
  'is_frozen', ${stopFacts.is_frozen}, 'payable_from', ${stopFacts.payable_from})::text`

const joined = sql`join payout_account c on c.id = p.payout_account_id
  join event e on e.id = p.event_id left join account a on a.id = p.asked_by`

/** Payouts that wait for an admin's approval. */
export const payoutsAsked: RawBuilder<unknown> = sql`
  select 'payout_asked', p.id::text, p.asked_at, null::uuid, null, p.amount_cents, null::bigint,
    ${payee(sql`null`)}, null::timestamptz, ''
  from payout p ${joined} where p.state = 'asked'`

/** Parts of approved payouts that a person pays, or looks for in M-Pesa's portal. */
export const payoutsByHand: RawBuilder<unknown> = sql`
  select 'payout_manual', r.id::text, r.since, null::uuid, null, r.amount_cents, null::bigint,
    ${payee(sql`r.failure_code`)}, null::timestamptz, ''
  from payout_part r join payout p on p.id = r.payout_id ${joined} where r.state = 'manual'`

/** A row for all payouts that M-Pesa's account cannot pay now. */
export const payoutsShort: RawBuilder<unknown> = sql`
  select 'payouts_short', 'payouts', min(r.since), null::uuid, null, sum(r.amount_cents)::bigint,
    null::bigint, count(*)::text, min(r.next_at), ''
  from payout_part r where r.state = 'due' and r.failure_code = ${ACCOUNT_SHORT}
  having count(*) > 0`

/** The event of a row about a payout. Expects the row as `w`. */
export const payoutEvent: RawBuilder<unknown> = sql`
  when w.kind = 'payout_asked' then (select event_id from payout where id = w.key::uuid)
  when w.kind = 'payout_manual' then (
    select p.event_id from payout_part r join payout p on p.id = r.payout_id
    where r.id = w.key::uuid)`
