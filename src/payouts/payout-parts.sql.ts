import { type RawBuilder, sql } from 'kysely'
import { frozenAt, heldUntil } from '../events/event-change.sql.ts'
import { lockEventsOf } from '../events/payout-plan/lock-events.sql.ts'
import { forgetResponses } from '../payments/outgoing/attempts.sql.ts'
import type { DueSum } from '../payments/outgoing/sending-switch.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import { restoredAt } from '../platform/database/restored.sql.ts'
import type { ClaimFacts } from './claim-facts.sql.ts'
import { type PaidFrom, type PartState, partStatesBefore, type StopFacts } from './payout.rules.ts'
import type { PayoutAccount } from './payout-account.rules.ts'
import { payableFrom } from './payout-accounts.sql.ts'
import { type Requester, requester } from './payouts.sql.ts'

export type PartRow = PayoutAccount &
  Requester &
  Omit<StopFacts, keyof ClaimFacts> & {
    held_until: Date | null
    payable_from: Date | null
    /** Since when an admin must look at complaints about the event; null if none must. */
    payouts_frozen_at: Date | null
    id: string
    payout_id: string
    position: number
    amount_cents: number
    originator_id: string
    state: PartState
    since: Date
    next_at: Date | null
    tries: number
    failure_code: string | null
    paid_from: PaidFrom | null
    reference: string | null
    event_id: string
    event_title: string
    /**
     * Whether M-Pesa may have paid the part in the time that a restored database has lost
     * (decisions/0128).
     */
    is_perhaps_paid: boolean
    /** The organizer's email address. */
    email: string | null
  }

/**
 * The facts about the payout `p`, its account `c` and its event `e` that decide whether money may
 * leave (`stopOf`). When an admin ends a freeze, payouts approved before stay stopped.
 */
export const stopFacts = {
  is_cancelled: sql<boolean>`e.cancelled_at is not null`,
  is_frozen: sql<boolean>`${frozenAt} is not null`,
  was_frozen: sql<boolean>`(e.payouts_frozen_at is not null
    or coalesce(p.decided_at < e.payouts_released_at, false))`,
  held_until: heldUntil(),
  payable_from: payableFrom,
}

const parts = sql`
  select r.id, r.payout_id, r.position, r.amount_cents, r.originator_id, r.state, r.since,
    r.next_at, r.tries, r.failure_code, r.paid_from, r.reference, p.event_id,
    e.title as event_title, a.email, ${stopFacts.is_cancelled} as is_cancelled,
    ${stopFacts.is_frozen} as is_frozen, ${stopFacts.was_frozen} as was_frozen,
    ${stopFacts.payable_from} as payable_from, ${stopFacts.held_until} as held_until, e.payouts_frozen_at,
    coalesce(p.asked_at < ${restoredAt}, false) as is_perhaps_paid,
    c.kind, c.number, c.account_number, c.bank, ${requester.columns}
  from payout_part r join payout p on p.id = r.payout_id join event e on e.id = p.event_id
    join payout_account c on c.id = p.payout_account_id left join account a on a.id = e.organizer_id
    ${requester.join}`

type NewParts = {
  ids: string[]
  amounts: number[]
  state: 'due' | 'manual'
  now: Date
  /**
   * The pause between two parts: M-Pesa may refuse two equal amounts to one payee within 2 minutes.
   */
  apartMs: number
}

/**
 * Inserts the parts of an approved payout. The id by which M-Pesa recognises a payment is derived
 * from the payout, so that M-Pesa does not pay twice if a restored database sends the payout again.
 */
export async function insertParts(
  tx: Tx,
  payoutId: string,
  { ids, amounts, state, now, apartMs }: NewParts,
): Promise<void> {
  await sql`
    insert into payout_part (id, payout_id, position, amount_cents, originator_id, state, since,
      next_at)
    select part.id, ${payoutId}, part.position, part.amount_cents,
      md5(concat_ws(' ', 'payout', ${payoutId}::text, part.position))::uuid, ${state}, ${now},
      case when ${state} = 'due'
        then ${now}::timestamptz + (part.position - 1) * ${apartMs} * interval '1 millisecond' end
    from unnest(${ids}::uuid[], ${amounts}::bigint[]) with ordinality
      as part (id, amount_cents, position)`.execute(tx)
}

/** The parts of the given payouts, ordered by position. */
export async function selectPartsOf(db: Db, payoutIds: string[]): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`${parts} where r.payout_id = any(${payoutIds}::uuid[])
    order by r.position`.execute(db)
  return rows
}

/** The parts that are approved for an account of the organizer and were not sent to M-Pesa. */
export async function selectUnsentParts(tx: Tx, accountId: string): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`${parts}
    where c.account_id = ${accountId} and r.state in ('due', 'manual')`.execute(tx)
  return rows
}

/**
 * Lets the sweep look at due parts immediately. Leaves out a locked part, because a transaction
 * looks at the part now.
 */
export async function bringForward(tx: Tx, ids: string[], now: Date): Promise<void> {
  await sql`
    with due as (
      select id from payout_part where id = any(${ids}::uuid[]) and state = 'due'
      for no key update skip locked
    )
    update payout_part r set next_at = least(r.next_at, ${now}) from due where r.id = due.id`.execute(
    tx,
  )
}

/**
 * Waits until no transaction changes the organizer's events or payout account. A later change waits
 * until the caller's transaction ends. Call it before `lockPart`.
 */
export async function lockStopFacts(tx: Tx, partId: string): Promise<void> {
  const { rows } = await sql<{ event_id: string }>`
    select p.event_id from payout_part r join payout p on p.id = r.payout_id
    where r.id = ${partId}`.execute(tx)
  const eventId = rows[0]?.event_id
  if (eventId === undefined) return
  await lockEventsOf(tx, eventId)
  await sql`select from account where id = (select organizer_id from event where id = ${eventId})
    for share`.execute(tx)
}

/** Locks a part. Undefined if there is no such part. */
export async function lockPart(tx: Tx, id: string): Promise<PartRow | undefined> {
  await sql`select from payout_part where id = ${id} for no key update`.execute(tx)
  const { rows } = await sql<PartRow>`${parts} where r.id = ${id}`.execute(tx)
  return rows[0]
}

type PartChange = {
  cause: string
  now: Date
  /** When a job acts on the part again; null if none does. */
  nextAt?: Date | null
  failureCode?: string | null
  isTry?: boolean
  paid?: { from: PaidFrom; reference: string | null; chargeCents: number }
  /**
   * True if M-Pesa's result says that nothing was paid under the part's present id. The next try
   * then has a new id.
   */
  isAnew?: boolean
  /** True if the money leaves with this change. The part then stores the event's `held_until`. */
  isLeaving?: boolean
}

/**
 * Changes the state of a part and writes the event row. Returns false if the present state does
 * not allow this change.
 */
export async function changePartState(
  tx: Tx,
  id: string,
  to: PartState,
  change: PartChange,
): Promise<boolean> {
  const { now, cause, nextAt = null, paid, isLeaving = to === 'sending' } = change
  const { rows } = await sql`
    with old as (select id, state from payout_part where id = ${id} for no key update),
    changed as (
      update payout_part r set state = ${to}, since = ${now}, next_at = ${nextAt},
        failure_code = ${change.failureCode ?? null}, tries = r.tries + ${change.isTry ? 1 : 0},
        originator_id = case when ${change.isAnew ?? false} then md5(r.originator_id::text)::uuid
          else r.originator_id end,
        paid_from = coalesce(${paid?.from ?? null}, r.paid_from),
        reference = coalesce(${paid?.reference ?? null}, r.reference),
        charge_cents = coalesce(${paid?.chargeCents ?? null}, r.charge_cents),
        held_until = case when ${isLeaving} then (select ${heldUntil()}
          from payout p join event e on e.id = p.event_id where p.id = r.payout_id)
          else r.held_until end
      from old where r.id = old.id and old.state = any(${partStatesBefore(to)})
      returning r.id, old.state as from_state
    )
    insert into payout_event (part_id, from_state, to_state, cause, at)
    select id, from_state, ${to}, ${cause}, ${now} from changed returning part_id`.execute(tx)
  return rows.length === 1
}

export async function setNextLook(tx: Tx, id: string, nextAt: Date, isTry = false): Promise<void> {
  await sql`update payout_part set next_at = ${nextAt}, tries = tries + ${isTry ? 1 : 0}
    where id = ${id}`.execute(tx)
}

const isPartDue = (now: Date) => sql<boolean>`next_at <= ${now}`

export const arePartsDue = (now: Date): RawBuilder<boolean> =>
  sql`exists (select from payout_part where ${isPartDue(now)})`

/**
 * Returns parts whose next time has come, oldest first. Moves their next time to `until`, so that
 * two processes never get the same part.
 */
export async function takePartsDue(
  tx: Tx,
  {
    now,
    until,
    states,
    count,
  }: { now: Date; until: Date; states: readonly PartState[]; count: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      select id from payout_part where ${isPartDue(now)} and state = any(${states})
      order by next_at limit ${count} for no key update skip locked
    )
    update payout_part r set next_at = ${until} from due where r.id = due.id
    returning r.id`.execute(tx)
  return rows.map((row) => row.id)
}

/** The total that is still to be paid to M-PESA numbers, in cents. */
export async function sumPartsOwed(db: Db): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(r.amount_cents), 0)::bigint as cents
    from payout_part r join payout p on p.id = r.payout_id
      join payout_account c on c.id = p.payout_account_id
    where r.state in ('due', 'sending', 'sent', 'unknown') and c.kind = 'mpesa'`.execute(db)
  return rows[0]!.cents
}

/** Empties M-Pesa's raw responses about the event's payouts. */
export async function forgetPaidOut(tx: Tx, eventId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select r.id from payout_part r join payout p on p.id = r.payout_id
    where p.event_id = ${eventId}`.execute(tx)
  await forgetResponses(
    tx,
    rows.map(({ id }) => id),
  )
}

/** The number and sum of the due parts of approved payouts. */
export async function selectDueParts(db: Db): Promise<DueSum> {
  const { rows } = await sql<DueSum>`
    select count(*)::int as count, coalesce(sum(amount_cents), 0)::bigint as cents
    from payout_part where state = 'due'`.execute(db)
  return rows[0]!
}
