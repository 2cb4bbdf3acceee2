import { isSendingOn, type ReadDue } from '../payments/outgoing/sending-switch.ts'
import type { Deps } from '../platform/database/deps.ts'
import { rightsOver } from '../platform/http/rights.rules.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { addBusinessDays } from '../refunds/business-days.rules.ts'
import { selectDueRefunds } from '../refunds/waiting.sql.ts'
import { formatMoment } from '../ui/dates.rules.ts'
import { partsOfBalance } from './balance-parts.rules.ts'
import { readRecordable } from './check-recorded.ts'
import { type ClaimFacts, selectClaimFacts } from './claim-facts.sql.ts'
import { missedText } from './held.rules.ts'
import {
  type Available,
  BY_HAND,
  isHeld,
  type Pause,
  refusalOf,
  type Stop,
  stageOf,
  stopOf,
} from './payout.rules.ts'
import { accountLabel } from './payout-account.rules.ts'
import { readAccountOf } from './payout-accounts.ts'
import { type PartRow, selectDueParts, selectPartsOf } from './payout-parts.sql.ts'
import type { EventPayouts, SentPayout } from './payouts.contract.ts'
import { type PayoutRow, selectHeld, selectPayout, selectPayoutsOf } from './payouts.sql.ts'
import { findEvent, mayDecide, type OwnedEvent, readAvailable } from './payouts.ts'

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'env'>

/** Reads the payouts of an event and the amount that can be paid out. Throws event_not_found. */
export async function readEventPayouts(
  deps: ReadDeps,
  viewer: Viewer,
  eventId: string,
): Promise<EventPayouts> {
  const { db } = deps
  const event = await findEvent(db, viewer, eventId)
  const reading = await readingOf(deps, viewer, event.id)
  const { now, days } = reading
  const isFrozen = event.frozen_at !== null
  const found = await readAvailable(db, event, now)
  const account = await readAccountOf(deps, event.organizer_id)
  const rows = await selectPayoutsOf(db, event.id)
  const parts = await partsOf(db, rows)
  return {
    owed: toKes(found.owedCents),
    reserve: toKes(found.reserve.cents),
    reserve_percent: found.share / 100,
    reserve_until: found.reserve.until,
    claims: toKes(found.claims.cents),
    claims_fee: found.claims.hasFee,
    claims_until: found.claims.until,
    ...partsOfBalance(found),
    lacking: found.lacking.map(({ id, title }) => {
      const { organizer_id } = event
      const sees = rightsOver(viewer, { id, organizer_id }).includes('money')
      return { id: sees ? id : null, title }
    }),
    uncovered: toKes(found.uncoveredCents),
    undecided: undecidedOf(found),
    decision_days: days,
    available: toKes(found.availableCents),
    is_frozen: isFrozen,
    is_cancelled: event.is_cancelled,
    review: event.review,
    held_until: isHeld(event, now) ? event.held_until!.toISOString() : null,
    after_hold: isHeld(event, now) ? await readAfterHold(db, event, now) : null,
    held_by: isHeld(event, now) ? event.held_by : null,
    recordable: viewer.role === 'admin' ? toKes(await readRecordable(db, event.id, now)) : null,
    missed: viewer.role === 'admin' ? missedText(await selectHeld(db, event.id), now) : null,
    account,
    payouts: rows.map((row) => toReply(row, parts.get(row.id) ?? [], reading)),
  }
}

async function readAfterHold(
  db: Deps['db'],
  event: OwnedEvent,
  now: Date,
): Promise<EventPayouts['after_hold']> {
  const found = await readAvailable(db, event, now, { isReleased: true })
  return {
    kept_for_others: toKes(found.othersCents + found.askedElsewhereCents),
    available: toKes(found.availableCents),
  }
}

/** The waiting requests, the money that is missing for them, and the part that nothing covers. */
function undecidedOf({ undecided, mayLackCents }: Available): EventPayouts['undecided'] {
  const missingCents = undecided.reduce((sum, one) => sum + one.missingCents, 0)
  if (missingCents === 0) return null
  return {
    requests: undecided.map(({ request }) => request),
    is_claimed: undecided.some(({ isClaimed }) => isClaimed),
    missing: toKes(missingCents),
    uncovered: toKes(mayLackCents),
  }
}

async function partsOf(db: Deps['db'], rows: readonly PayoutRow[]) {
  const all = await selectPartsOf(
    db,
    rows.map(({ id }) => id),
  )
  return Map.groupBy(all, ({ payout_id }) => payout_id)
}

/** Reads a payout, which must exist. */
export async function readPayout(deps: ReadDeps, viewer: Viewer, id: string): Promise<SentPayout> {
  const row = (await selectPayout(deps.db, id))!
  const reading = await readingOf(deps, viewer, row.event_id)
  return toReply(row, await selectPartsOf(deps.db, [id]), reading)
}

/** Reads the number and sum of all due refunds, and of the due parts of approved payouts. */
export const readDue: ReadDue = async (tx) => ({
  refunds: await selectDueRefunds(tx),
  payouts: await selectDueParts(tx),
})

type Reading = {
  now: Date
  viewer: Viewer
  mayApprove: boolean
  claimFacts: ClaimFacts
  /** Whether an admin has stopped all payouts. */
  isPaused: boolean
  /** The business days within which an admin decides. */
  days: number
}

async function readingOf(
  { db, clock, env }: ReadDeps,
  viewer: Viewer,
  eventId: string,
): Promise<Reading> {
  const now = clock.now()
  const mayApprove = await mayDecide(db, viewer, eventId, now)
  const claimFacts = await selectClaimFacts(db, eventId, now)
  const isPaused = !(await isSendingOn(db))
  return { now, viewer, mayApprove, claimFacts, isPaused, days: env.payoutDecisionDays }
}

function toReply(row: PayoutRow, parts: readonly PartRow[], reading: Reading): SentPayout {
  const { viewer, mayApprove, now, days } = reading
  const { id, event_id, amount_cents, state, asked_at } = row
  const stage = stageOf(
    state,
    parts.map((part) => part.state),
  )
  const decideBy = stage === 'asked' ? addBusinessDays(nairobiDate(asked_at), days) : null
  const isPast = decideBy !== null && decideBy < nairobiDate(now)
  return {
    id,
    event_id,
    decide_by: isPast ? null : decideBy,
    is_late: isPast && viewer.role !== 'admin',
    amount: toKes(amount_cents),
    stage,
    account: accountLabel(row),
    may_approve: mayApprove && stage === 'asked' && row.asked_by !== viewer.accountId,
    asked_at: asked_at.toISOString(),
    requested_by: row.asked_by === viewer.accountId ? null : row.asker_name,
    words: statusText(row, stage, { ...reading, parts }),
    references: parts.flatMap(({ reference }) => reference ?? []),
  }
}

function statusText(
  row: PayoutRow,
  stage: SentPayout['stage'],
  { parts, now, mayApprove, claimFacts, isPaused }: Reading & { parts: readonly PartRow[] },
): string {
  for (const part of parts) {
    // M-PESA may have paid a manual part. The text of `by_hand` says that we check it.
    if (part.state !== 'due' && (part.state !== 'manual' || part.kind !== 'bank')) continue
    const stop = stopOf({ ...part, ...claimFacts }, now)
    if (stop === 'event_frozen') return 'Waiting until we have decided about your event'
    if (stop === 'other_event_frozen') {
      return 'Waiting until we have decided about another event of yours'
    }
    if (stop === null) continue
    return part.state === 'manual'
      ? `Not paid: ${STOP_TEXTS[stop]}. We return the money to the balance`
      : `Not paid, because ${STOP_TEXTS[stop]}. The money is in the balance again`
  }
  switch (stage) {
    case 'asked':
      return mayApprove ? 'Waiting for approval' : 'Waiting for approval by an admin'
    case 'refused':
      return row.reason
    case 'by_hand':
      return row.kind === 'bank' ? 'We pay it at the bank' : 'We are checking it with M-PESA'
    case 'on_its_way': {
      if (isPaused && parts.some(({ state }) => state === 'due')) return PAUSED
      const waiting = parts.find(({ state, tries }) => state === 'due' && tries > 0)
      if (!waiting?.next_at) return 'Being sent'
      return `M-PESA could not pay it yet. Next try ${formatMoment(waiting.next_at.toISOString(), now)}`
    }
    case 'given_back':
      return `Not paid${causeText(parts)}. The money is in the balance again`
    case 'done':
      return parts.every(({ state }) => state === 'done') ? '' : 'Paid in part'
  }
}

const PAUSED = 'Payouts are paused: we send it when they are resumed'

/** The cause: ': the number has no M-PESA'. '' if an admin has put the money back. */
function causeText(parts: readonly PartRow[]): string {
  const { kind, failure_code: code } = parts.findLast(({ state }) => state === 'given_back')!
  if (code === null || code === BY_HAND) return ''
  return `: ${STOP_TEXTS[code as keyof typeof STOP_TEXTS] ?? refusalOf(kind, code)}`
}

const STOP_TEXTS: Record<Exclude<Stop, Pause>, string> = {
  event_cancelled: 'the event is cancelled',
  account_replaced: 'the payout account was changed',
  claims_open: 'buyers of this event may request refunds',
  refunds_uncovered: 'refunds of your events need this money',
  money_held: 'the money stays with us until after the event',
  payouts_frozen: 'the payouts of this event were stopped',
}
