import { selectAccount } from '../accounts/accounts.sql.ts'
import { insertAudit } from '../accounts/audit-log.sql.ts'
import { EventError } from '../events/errors.ts'
import { hasTakenPlace } from '../events/event-change.sql.ts'
import { LedgerError } from '../ledger/errors.ts'
import { collectTask, dropTask } from '../messages/budget/collected-notices.ts'
import { queueEmail } from '../messages/outbox.ts'
import { assert } from '../platform/assert.ts'
import { type Db, inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid, newId } from '../platform/ids.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { formatExactKes } from '../ui/office/words.rules.ts'
import { payoutTimes } from './declarations.ts'
import { PayoutError } from './errors.ts'
import { payPart } from './jobs.ts'
import { type Available, availableOf, DEFAULT_RESERVE, splitAmount } from './payout.rules.ts'
import { accountWords } from './payout-account.rules.ts'
import { type PayoutAccountRow, selectPayoutAccounts } from './payout-accounts.sql.ts'
import { insertParts } from './payout-parts.sql.ts'
import {
  decidePayout,
  insertPayout,
  lockEventsOf,
  type PayoutEvent,
  type PayoutRow,
  selectAsked,
  selectBalances,
  selectPayout,
  selectPayoutEvent,
  selectReserve,
} from './payouts.sql.ts'
import { reserveParts } from './settle-part.ts'
import { isFit } from './typed-account.ts'

type PayoutDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>
type OwnedEvent = PayoutEvent & { organizer_id: string }

/** An event that the viewer manages and that has an organizer. Throws event_not_found. */
export async function findEvent(db: Db, viewer: Viewer, eventId: string): Promise<OwnedEvent> {
  const event = isUuid(eventId) ? await selectPayoutEvent(db, viewer, eventId) : undefined
  if (!event?.organizer_id) throw new EventError('event_not_found')
  return { ...event, organizer_id: event.organizer_id }
}

/** Reads the amount that can be paid out now, and the reserve in hundredths of a percent. */
export async function readAvailable(
  db: Db,
  { id, organizer_id }: Pick<OwnedEvent, 'id' | 'organizer_id'>,
  now: Date,
): Promise<Available & { reserve: number }> {
  const reserve = (await selectReserve(db, organizer_id)) ?? DEFAULT_RESERVE
  const events = await selectBalances(db, organizer_id)
  const available = availableOf(events, id, { reserve, now })
  assert(available, `the event ${id} is not its organizer's`)
  return { ...available, reserve }
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
    const { organizer_id } = await findEvent(tx, viewer, eventId)
    await lockEventsOf(tx, organizer_id)
    const event = await findEvent(tx, viewer, eventId)
    const asked = await selectAsked(tx, event.id)
    if (asked?.amount_cents === amountCents) return asked.id
    if (asked) throw new PayoutError('payout_asked')
    const account = (await selectPayoutAccounts(tx, event.organizer_id))[0]
    if (!account) throw new PayoutError('no_payout_account')
    await requirePayable(deps, tx, { event, account, amountCents, now })
    const id = newId()
    const payout = { id, event_id: event.id, payout_account_id: account.id }
    const asking = { amount_cents: amountCents, asked_by: viewer.accountId, asked_at: now }
    await insertPayout(tx, { ...payout, ...asking })
    const after = { amount: toKes(amountCents) }
    const entry = { action: 'payout_asked', subject: event.title, eventId: event.id, after }
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [entry])
    const { email } = (await selectAccount(tx, viewer.accountId))!
    const by = email === event.email ? email : `${email}, for ${event.email},`
    const text = `${by} requests a payout of ${kes(amountCents)} of ${event.title}. Approve or refuse it:`
    await collectTask(tx, deps, {
      thing: `payout_asked:${event.id}`,
      organization: event.organizer_id,
      by: viewer,
      email: {
        to: deps.env.support.email,
        from: deps.env.mail.from,
        subject: `Payout requested: ${event.title}`,
        text: `${text}\n\n${deps.env.publicOrigin}/organizer/work-list`,
      },
    })
    return id
  })
}

const kes = (cents: number) => formatExactKes(toKes(cents))

type Payable = { event: OwnedEvent; account: PayoutAccountRow; amountCents: number; now: Date }

/**
 * Throws a PayoutError unless the amount can be paid to the account now. The organizer's events
 * must be locked.
 */
async function requirePayable(
  { env }: PayoutDeps,
  tx: Tx,
  { event, account, amountCents, now }: Payable,
): Promise<void> {
  if (event.frozen_at) throw new PayoutError('payout_frozen')
  if (!isFit(account, env.mpesa)) throw new PayoutError('payout_account_unfit')
  if (account.usable_at > now) throw new PayoutError('payout_account_waits')
  const { availableCents } = await readAvailable(tx, event, now)
  if (amountCents <= availableCents) return
  const available = toKes(availableCents)
  const text =
    available > 0
      ? `Only ${kes(availableCents)} can be paid out now.`
      : 'Nothing can be paid out now.'
  throw new PayoutError('beyond_available', { text, details: { available } })
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

/**
 * Approves a payout and takes its money from the balance in the same transaction, so that no refund
 * and no other payout can use the money. Approving an approved payout changes nothing. Throws a
 * PayoutError.
 */
export async function approvePayout(deps: PayoutDeps, viewer: Viewer, id: string): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const { payout, event } = await lockPayout(tx, viewer, id)
    if (payout.state === 'approved') return
    if (payout.state === 'refused') throw new PayoutError('payout_decided')
    if (payout.asked_by === viewer.accountId) throw new PayoutError('own_payout')
    // A session from before the account needed the factor goes on for a day.
    if (deps.env.secondFactor === 'required' && !viewer.hasFactor) {
      throw new PayoutError('payout_needs_factor')
    }
    if (!(await mayDecide(tx, viewer, event.id, now))) throw new PayoutError('payout_before_event')
    const account = (await selectPayoutAccounts(tx, event.organizer_id))[0]
    if (account?.id !== payout.payout_account_id) throw new PayoutError('payout_account_changed')
    const { amount_cents: amountCents } = payout
    await requirePayable(deps, tx, { event, account, amountCents, now })
    const decision = { to: 'approved', by: viewer.accountId, now } as const
    if (!(await decidePayout(tx, payout.id, decision))) throw new PayoutError('payout_decided')
    await splitPayout(deps, tx, payout, now)
    await noteDecision(deps, tx, { payout, event, viewer, now, words: null })
  })
}

/**
 * Makes the parts of the payout, one for each M-Pesa transaction, and reserves their money. The
 * first part is sent now; a sweep sends the others. A bank account gets one part, which a person
 * pays.
 */
async function splitPayout(deps: PayoutDeps, tx: Tx, payout: PayoutRow, now: Date): Promise<void> {
  const isBank = payout.kind === 'bank'
  const max = isBank ? payout.amount_cents : deps.env.mpesa.maxKes * 100
  const amounts = splitAmount(payout.amount_cents, max)
  const ids = amounts.map(() => newId())
  const { apartMs } = payoutTimes(deps.timeScale)
  const state = isBank ? 'manual' : 'due'
  await insertParts(tx, payout.id, { ids, amounts, state, now, apartMs })
  if (!isBank) await queueJob(tx, payPart, { partId: ids[0]! })
  await reserveParts(tx, payout.event_id, { ids, amounts, now })
}

/**
 * Refuses a payout that waits for approval. If the viewer requested the payout, this withdraws the
 * request. Refusing a refused payout changes nothing.
 */
export async function refusePayout(
  deps: PayoutDeps,
  viewer: Viewer,
  { id, words }: { id: string; words: string },
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const { payout, event } = await lockPayout(tx, viewer, id)
    if (payout.state === 'refused') return
    const decision = { to: 'refused', by: viewer.accountId, now, words } as const
    if (!(await decidePayout(tx, payout.id, decision))) throw new PayoutError('payout_decided')
    await noteDecision(deps, tx, { payout, event, viewer, now, words })
  })
}

/**
 * Locks the organizer's events and returns the payout. Throws `payout_not_found` if the viewer may
 * not see it.
 */
async function lockPayout(tx: Tx, viewer: Viewer, id: string) {
  const found = isUuid(id) ? await selectPayout(tx, id) : undefined
  if (!found) throw new LedgerError('payout_not_found')
  const seen = await selectPayoutEvent(tx, viewer, found.event_id)
  if (!seen) throw new LedgerError('payout_not_found')
  const { organizer_id } = await findEvent(tx, viewer, found.event_id)
  await lockEventsOf(tx, organizer_id)
  const event = await findEvent(tx, viewer, found.event_id)
  const payout = await selectPayout(tx, id)
  assert(payout, `the payout ${id} is gone`)
  return { payout, event }
}

type Decided = {
  payout: PayoutRow
  event: OwnedEvent
  viewer: Viewer
  now: Date
  /** Null for an approval. */
  words: string | null
}

async function noteDecision(
  { env }: PayoutDeps,
  tx: Tx,
  { payout, event, viewer, now, words }: Decided,
): Promise<void> {
  await dropTask(tx, `payout_asked:${event.id}`)
  const amount = kes(payout.amount_cents)
  const action = words === null ? 'payout_approved' : 'payout_refused'
  const after = { amount: toKes(payout.amount_cents), ...(words !== null && { words }) }
  await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
    { action, subject: event.title, eventId: event.id, after },
  ])
  // An organizer who withdraws a request needs no email about it.
  if (event.email === null || payout.asked_by === viewer.accountId) return
  const text =
    words === null
      ? `Your payout of ${amount} was approved. It goes to ${accountWords(payout)}.`
      : `Your payout of ${amount} was refused: ${words}`
  await queueEmail(tx, {
    to: event.email,
    from: env.mail.from,
    replyTo: env.support.email,
    subject: `${words === null ? 'Payout approved' : 'Payout refused'}: ${event.title}`,
    text: `Hello,\n\n${text}\n\n${env.publicOrigin}/organizer/events/${event.id}/statement`,
    dedupeKey: `payout_decided:${payout.id}`,
    now,
  })
}
