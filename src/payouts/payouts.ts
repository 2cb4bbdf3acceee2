import { auditEvent } from '../accounts/audit-log.sql.ts'
import { EventError } from '../events/errors.ts'
import { hasTakenPlace } from '../events/event-change.sql.ts'
import { lockEventsOf } from '../events/payout-plan/lock-events.sql.ts'
import { requireReleased } from '../events/payout-plan/money-held.ts'
import { DEFAULT_RESERVE } from '../ledger/reserve.rules.ts'
import { selectReserve } from '../ledger/reserve.sql.ts'
import { assert } from '../platform/assert.ts'
import { type Db, inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid, newId } from '../platform/ids.ts'
import { listWords } from '../platform/values/list-words.rules.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { notifyOrganizer } from '../requests/notices.ts'
import { ask } from '../requests/requests.ts'
import { capitalise, formatDay, formatExactKes } from '../ui/office/formats.rules.ts'
import { selectShortOrganizers } from './claim-facts.sql.ts'
import { PayoutError } from './errors.ts'
import { type Available, availableOf, claimsWords } from './payout.rules.ts'
import { accountLabel, maskedLabel } from './payout-account.rules.ts'
import { type PayoutAccountRow, selectPayoutAccounts } from './payout-accounts.sql.ts'
import {
  insertPayout,
  type PayoutEvent,
  selectAnyEvent,
  selectBalances,
  selectPayout,
  selectPayoutEvent,
  selectWaiting,
} from './payouts.sql.ts'
import { isFit } from './typed-account.ts'

type PayoutDeps = Pick<Deps, 'db' | 'env' | 'clock'>
export type OwnedEvent = PayoutEvent & { organizer_id: string }

/** An event that the viewer manages and that has an organizer. Throws event_not_found. */
export async function findEvent(db: Db, viewer: Viewer, eventId: string): Promise<OwnedEvent> {
  const event = isUuid(eventId) ? await selectPayoutEvent(db, viewer, eventId) : undefined
  if (!event?.organizer_id) throw new EventError('event_not_found')
  return { ...event, organizer_id: event.organizer_id }
}

/**
 * Reads the amount that can be paid out now, and the share that is kept in 1/100 percent. `isRefused`
 * reads it as after the refusal of the event's payout that waits, `isReleased` as if the event's
 * money were held no longer.
 */
export async function readAvailable(
  db: Db,
  { id, organizer_id }: Pick<OwnedEvent, 'id' | 'organizer_id'>,
  now: Date,
  { isRefused = false, isReleased = false } = {},
): Promise<Available & { share: number }> {
  const share = (await selectReserve(db, organizer_id)) ?? DEFAULT_RESERVE
  const balances = await selectBalances(db, id, now)
  const change = { ...(isRefused && { asked_cents: 0 }), ...(isReleased && { held_until: null }) }
  const events = balances.map((one) => (one.event_id === id ? { ...one, ...change } : one))
  const available = availableOf(events, id, { reserve: share, now })
  assert(available, `the event ${id} is not its organizer's`)
  return { ...available, share }
}

/**
 * The amount, in cents, that the organizer owes us: what all events of the organizer together lack
 * for their refunds, without the refunds that buyers may still claim.
 */
export async function readDebt(db: Db, organizerId: string, now: Date): Promise<number> {
  const id = await selectAnyEvent(db, organizerId)
  if (id === undefined) return 0
  return (await readAvailable(db, { id, organizer_id: organizerId }, now)).uncoveredCents
}

/** The sum, in cents, of the debts (`readDebt`) of all organizers. */
export async function readDebts(db: Db, now: Date): Promise<number> {
  let cents = 0
  for (const id of await selectShortOrganizers(db, now)) cents += await readDebt(db, id, now)
  return cents
}

/**
 * Requests a payout to the organizer's account. Only one payout of an event can wait for approval.
 * If one waits with the same amount, returns its id; with a different amount, throws
 * `payout_asked`.
 */
export async function requestPayout(
  deps: PayoutDeps,
  viewer: Viewer,
  { eventId, amountCents }: { eventId: string; amountCents: number },
): Promise<string> {
  if (amountCents % 100 !== 0) refuseField('amount', 'Enter whole shillings, without cents.')
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const { id: foundId } = await findEvent(tx, viewer, eventId)
    await lockEventsOf(tx, foundId)
    const event = await findEvent(tx, viewer, eventId)
    const waiting = await selectWaiting(tx, event.id)
    if (waiting?.amount_cents === amountCents) return waiting.id
    if (waiting) throw new PayoutError('payout_asked')
    const account = (await selectPayoutAccounts(tx, event.organizer_id))[0]
    if (!account) throw new PayoutError('no_payout_account')
    await requirePayable(deps, tx, { event, account, amountCents, now, isRequest: true })
    const id = newId()
    await insertPayout(tx, {
      id,
      event_id: event.id,
      payout_account_id: account.id,
      amount_cents: amountCents,
      asked_by: viewer.accountId,
      asked_at: now,
    })
    const text = `requests a payout of ${kes(amountCents)} of ${event.title}. Approve or refuse it:`
    await ask(tx, deps, viewer, {
      kind: 'payout',
      id,
      proposal: null,
      event,
      now,
      notice: { what: 'Payout requested', text, page: 'work-list' },
    })
    await notifyOfRequest(tx, deps, { event, id, now })
    const after = { amount: toKes(amountCents), account: maskedLabel(account) }
    await auditEvent(tx, viewer, event, { action: 'payout_asked', after, now })
    return id
  })
}

/** Notifies the organizer if another account requested the payout. */
async function notifyOfRequest(
  tx: Tx,
  deps: PayoutDeps,
  { event, id, now }: { event: OwnedEvent; id: string; now: Date },
): Promise<void> {
  const payout = await selectPayout(tx, id)
  if (!payout?.is_asked_by_other) return
  const who = capitalise(payout.asker_name)
  const what = `a payout of ${kes(payout.amount_cents)} of ${event.title}`
  const text = `${who} requested ${what} to ${accountLabel(payout)}. If this is not what you want, withdraw the request:`
  const page = statementOf(event)
  await notifyOrganizer(tx, deps, event, { what: 'Payout requested', text, page, now })
}

export const statementOf = ({ id }: { id: string }) => `events/${id}/statement`

export const kes = (cents: number) => formatExactKes(toKes(cents))

type Payable = {
  event: OwnedEvent
  account: PayoutAccountRow
  amountCents: number
  now: Date
  /** Whether the payout is requested now. Waiting requests of other events then come first. */
  isRequest?: boolean
}

/**
 * Throws money_held, payouts_frozen or a PayoutError unless the amount can be paid to the account
 * now. The organizer's events must be locked.
 */
export async function requirePayable(
  { env }: Pick<Deps, 'env'>,
  tx: Tx,
  { event, account, amountCents, now, isRequest = false }: Payable,
): Promise<void> {
  requireReleased(event, now)
  if (event.frozen_at) throw payoutFrozen(event)
  if (!isFit(account, env.mpesa)) throw new PayoutError('payout_account_unfit')
  if (account.usable_at > now) throw new PayoutError('payout_account_waits')
  const found = await readAvailable(tx, event, now)
  const left = isRequest ? found.availableCents : found.freeCents
  if (amountCents > left) throw beyondAvailable(left, found)
}

/** The refusal of a payout of an event that is cancelled, or for which a request waits. */
export function payoutFrozen({ is_cancelled }: { is_cancelled: boolean }): PayoutError {
  if (is_cancelled) return new PayoutError('payout_frozen')
  const text =
    'A request to cancel or reschedule this event waits: an admin must decide about it first.'
  return new PayoutError('payout_frozen', { text })
}

type Parts = Pick<Available, 'owedCents' | 'claims' | 'lacking' | 'othersCents'>

/**
 * The refusal of a payout, with the amount that refund links may claim and their last day, the other
 * events whose refunds need the money, and the requests that an admin must decide about first.
 */
export function beyondAvailable(
  leftCents: number,
  { owedCents, claims, lacking, othersCents }: Parts,
): PayoutError {
  const available = toKes(leftCents)
  const texts = [
    available > 0
      ? `Only ${formatExactKes(available)} can be paid out now.`
      : 'Nothing can be paid out now.',
  ]
  if (claims.until !== null) {
    texts.push(
      `Buyers may claim ${claimsWords(kes(claims.cents), claims.hasFee)} until the end of ${formatDay(claims.until)}.`,
    )
  }
  if (othersCents > 0) {
    const titles = listWords(lacking.map(({ title }) => title))
    const need = lacking.every(({ isPossible }) => isPossible) ? 'may need' : 'need'
    texts.push(`Refunds of ${titles} ${need} ${kes(othersCents)} of this event's money.`)
    const requests = lacking.flatMap(({ request }) => request ?? [])
    if (requests.length > 0) {
      texts.push(`An admin must decide about ${listWords(requests)} first.`)
    }
  }
  if (available <= 0 && texts.length === 1) {
    const balance = formatExactKes(toKes(owedCents))
    texts.push(
      owedCents > 0
        ? `The balance of ${balance} is kept for refunds.`
        : `The balance is ${balance}.`,
    )
  }
  return new PayoutError('beyond_available', { text: texts.join(' '), details: { available } })
}

/**
 * Whether the viewer may approve payouts of the event that a different person requested. Before the
 * event only an admin may, because one person may have two accounts.
 */
export async function mayDecide(
  db: Db,
  { role }: Viewer,
  eventId: string,
  now: Date,
): Promise<boolean> {
  return role === 'admin' || (await hasTakenPlace(db, eventId, now))
}
