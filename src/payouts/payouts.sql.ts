import { sql } from 'kysely'
import { frozenAt, heldUntil, latestDate } from '../events/event-change.sql.ts'
import { hasRightNow, isVisibleTo } from '../events/events.sql.ts'
import type { HeldMoney } from '../events/payout-plan/money-held.ts'
import { eventMoney } from '../ledger/event-money.sql.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isCheckedIn } from '../tickets/tickets.sql.ts'
import { claimedCents, claimedUntil, claimsFee, requestedCents } from './claims.sql.ts'
import type { HeldFacts } from './held.rules.ts'
import type { EventBalance } from './payout.rules.ts'
import type { PayoutAccount } from './payout-account.rules.ts'

export type PayoutEvent = {
  id: string
  title: string
  organizer_id: string | null
  email: string | null
  is_cancelled: boolean
  /** See `frozenAt`. */
  frozen_at: Date | null
  /** The state of the review of visitors' reports without a check-in. */
  review: 'open' | 'done' | null
  /** An earlier date for which the event's money waits; null if it waits for its present date. */
  held_by: string | null
} & HeldMoney

/** An event that the viewer manages; undefined if there is no such event. */
export async function selectPayoutEvent(
  db: Db,
  viewer: Viewer,
  eventId: string,
): Promise<PayoutEvent | undefined> {
  const { rows } = await sql<PayoutEvent>`
    select e.id, e.title, e.organizer_id, a.email, e.cancelled_at is not null as is_cancelled,
      ${frozenAt} as frozen_at, e.payouts_frozen_at, ${heldUntil()} as held_until,
      case when e.payouts_frozen_at is not null then 'open'
        when e.payouts_released_at is not null then 'done' end as review,
      nullif(${latestDate()}, e.last_date) as held_by
    from event e left join account a on a.id = e.organizer_id
    where e.id = ${eventId} and ${isVisibleTo(viewer)}`.execute(db)
  return rows[0]
}

/** The last day of the event, which exists, and whether a ticket was checked in. */
export async function selectHeld(db: Db, eventId: string): Promise<HeldFacts> {
  const { rows } = await sql<HeldFacts>`
    select e.last_date as date, ${isCheckedIn} as "isCheckedIn"
    from event e where e.id = ${eventId}`.execute(db)
  return rows[0]!
}

/** The id of one of the organizer's events. Undefined if the organizer has none. */
export async function selectAnyEvent(db: Db, organizerId: string): Promise<string | undefined> {
  const event = db.selectFrom('event').select('id').where('organizer_id', '=', organizerId).limit(1)
  return (await event.executeTakeFirst())?.id
}

/** The balances of the event and of its organizer's other events. Read them after `lockEventsOf`. */
export async function selectBalances(db: Db, eventId: string, now: Date): Promise<EventBalance[]> {
  const { rows } = await sql<EventBalance>`
    select e.id as event_id, e.title as event_title, ${latestDate()} as date,
      ${frozenAt} is not null as is_frozen, ${heldUntil()} as held_until,
      money.owed_cents, money.earned_cents, (${claimedCents(now)})::bigint as claimed_cents,
      case when e.cancelled_at is null then ${claimedUntil(now)} end as claimed_until,
      ${claimsFee(now)} as claims_fee, (${requestedCents(now)})::bigint as requested_cents, (
        select jsonb_build_object('kind', q.proposal->'kind', 'is_day', q.proposal ? 'day')
        from request q where q.kind = 'measure' and q.subject_id = e.id and q.state = 'sent'
      ) as request,
      coalesce((select amount_cents from payout where event_id = e.id and state = 'asked'), 0)
        as asked_cents
    from event e cross join lateral ${eventMoney} money
    where e.id = ${eventId}
      or e.organizer_id = (select organizer_id from event where id = ${eventId})
    order by e.id`.execute(db)
  return rows
}

/** The account that requested a payout. */
export type Requester = {
  /** 'an admin' if the account is an admin's. */
  asker_name: string
  /** Whether the account is not the organizer's. */
  is_asked_by_other: boolean
  /**
   * The address for emails about the payout. Null if the account is the organizer's, or may no longer
   * see the event's money.
   */
  asker_email: string | null
}

/** The columns of Requester, for payout `p`, its event `e` and the account `asker`. */
export const requester = {
  join: sql`left join account asker on asker.id = p.asked_by`,
  columns: sql`
    case when asker.role = 'admin' then 'an admin' else asker.full_name end as asker_name,
    p.asked_by is distinct from e.organizer_id as is_asked_by_other,
    case when p.asked_by is distinct from e.organizer_id and ${hasRightNow(sql`p.asked_by`, 'money')}
      then asker.email end as asker_email`,
}

export type PayoutRow = PayoutAccount &
  Requester & {
    id: string
    event_id: string
    payout_account_id: string
    amount_cents: number
    state: 'asked' | 'approved' | 'refused'
    asked_by: string
    asked_at: Date
    decided_at: Date | null
    reason: string
  }

const payouts = sql`
  select p.id, p.event_id, p.payout_account_id, p.amount_cents, p.state, p.asked_by, p.asked_at,
    p.decided_at, p.reason, c.kind, c.number, c.account_number, c.bank, ${requester.columns}
  from payout p join payout_account c on c.id = p.payout_account_id
    join event e on e.id = p.event_id ${requester.join}`

export async function selectPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`${payouts} where p.id = ${id}`.execute(db)
  return rows[0]
}

/** The payouts of an event, newest first. */
export async function selectPayoutsOf(db: Db, eventId: string): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`${payouts} where p.event_id = ${eventId}
    order by p.asked_at desc, p.id desc`.execute(db)
  return rows
}

/** The payout of the event that is waiting for approval. */
export async function selectWaiting(tx: Tx, eventId: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`${payouts}
    where p.event_id = ${eventId} and p.state = 'asked'`.execute(tx)
  return rows[0]
}

export async function insertPayout(
  tx: Tx,
  payout: Pick<
    PayoutRow,
    'id' | 'event_id' | 'payout_account_id' | 'amount_cents' | 'asked_by' | 'asked_at'
  >,
): Promise<void> {
  await tx
    .insertInto('payout')
    .values({ ...payout, state: 'asked' })
    .execute()
}

type Decision = { to: 'approved' | 'refused'; by: string; now: Date; reason?: string }

/** Approves or refuses a payout. Returns false if it was approved or refused before. */
export async function decidePayout(tx: Tx, id: string, decision: Decision): Promise<boolean> {
  const { to, by, now, reason = '' } = decision
  const { rows } = await sql`
    update payout set state = ${to}, decided_by = ${by}, decided_at = ${now}, reason = ${reason},
      held_until = (select ${heldUntil()} from event e where e.id = payout.event_id)
    where id = ${id} and state = 'asked' returning id`.execute(tx)
  return rows.length === 1
}
