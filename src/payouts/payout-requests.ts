import { auditEvent } from '../accounts/audit-log.sql.ts'
import { lockEventsOf } from '../events/payout-plan/lock-events.sql.ts'
import { LedgerError } from '../ledger/errors.ts'
import { payOutgoing } from '../payments/jobs.ts'
import { assert } from '../platform/assert.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid, newId } from '../platform/ids.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import { toKes } from '../platform/values/money.rules.ts'
import type { EndPayout } from '../refunds/cancellation/cancel-event.ts'
import { type Notice, notifyOrganizer, type RequestEvent } from '../requests/notices.ts'
import type { RequestKind } from '../requests/request-kind.ts'
import { settle } from '../requests/requests.ts'
import { payoutTimes } from './declarations.ts'
import { PayoutError } from './errors.ts'
import { splitAmount } from './payout.rules.ts'
import { accountLabel, maskedLabel } from './payout-account.rules.ts'
import { selectPayoutAccounts } from './payout-accounts.sql.ts'
import { insertParts } from './payout-parts.sql.ts'
import { PayoutRefused, SentPayout } from './payouts.contract.ts'
import {
  decidePayout,
  type PayoutRow,
  selectPayout,
  selectPayoutEvent,
  selectWaiting,
} from './payouts.sql.ts'
import {
  findEvent,
  kes,
  mayDecide,
  type OwnedEvent,
  requirePayable,
  statementOf,
} from './payouts.ts'
import { readPayout } from './read-payouts.ts'
import { reserveParts } from './settle-part.ts'

type Subject = { payout: PayoutRow; event: OwnedEvent }

const DECIDERS = { access: 'organizer', right: 'money', config: { sees: seesPayout } } as const

/**
 * Requests of payouts. A payout never changes, so its id states which facts the decider has read.
 * Approving an approved payout changes nothing. Refusing a refused payout changes nothing either.
 */
export const payoutRequests: RequestKind<Subject, null> = {
  name: 'payout',
  approve: { url: '/api/payouts/:id/approve', ...DECIDERS },
  return: { url: '/api/payouts/:id/refuse', ...DECIDERS, body: PayoutRefused },
  reply: SentPayout,
  read: readPayout,
  lock: lockPayout,
  named: () => [],
  version: async () => [],
  stale: async () => new PayoutError('payout_decided'),
  notWaiting({ payout: { state } }, to) {
    const isRepeat = state === (to === 'approved' ? 'approved' : 'refused')
    return isRepeat ? null : new PayoutError('payout_decided')
  },
  /**
   * Takes the money from the balance in the transaction of the approval, so that no refund and no
   * other payout can use it.
   */
  async apply(tx, deps, viewer, { subject: { payout, event }, now }) {
    if (payout.asked_by === viewer.accountId) throw new PayoutError('own_payout')
    // A session that began before the account needed a second factor continues for a day.
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
    await auditEvent(tx, viewer, event, { now, action: 'payout_approved', after: factsOf(payout) })
    const rest = `was approved. It goes to ${accountLabel(payout)}.`
    return noticeOf(payout, event, { what: 'Payout approved', rest })
  },
  async end(tx, _deps, viewer, { subject: { payout, event }, note: reason, now }) {
    return await refuse(tx, viewer, { payout, event, reason, now })
  },
}

type Refusal = { payout: PayoutRow; event: RequestEvent; reason: string; now: Date }

async function refuse(
  tx: Tx,
  viewer: Viewer,
  { payout, event, reason, now }: Refusal,
): Promise<Notice | null> {
  const decision = { to: 'refused', by: viewer.accountId, now, reason } as const
  if (!(await decidePayout(tx, payout.id, decision))) throw new PayoutError('payout_decided')
  const after = { ...factsOf(payout), words: reason }
  await auditEvent(tx, viewer, event, { now, action: 'payout_refused', after })
  // An organizer who withdraws a request needs no notice about it.
  if (payout.asked_by === viewer.accountId) return null
  const notice = noticeOf(payout, event, { what: 'Payout refused', rest: `was refused: ${reason}` })
  return { ...notice, except: viewer.accountId }
}

/** A notice to the organizer and, if another account requested the payout, to this account. */
function noticeOf(
  { amount_cents, asked_by, ...asker }: PayoutRow,
  event: RequestEvent,
  { what, rest }: { what: string; rest: string },
): Notice {
  const page = statementOf(event)
  const amount = kes(amount_cents)
  if (!asker.is_asked_by_other) return { what, text: `Your payout of ${amount} ${rest}`, page }
  const text = `The payout of ${amount} that ${asker.asker_name} requested ${rest}`
  if (asker.asker_email === null) return { what, text, page }
  const toAsker = `The payout of ${amount} that you requested ${rest}`
  return { what, text, page, also: { accountId: asked_by, text: toAsker } }
}

/** Refuses the payout of a cancelled event that waits for approval. */
export const endPayout: EndPayout = async (tx, deps, viewer, { event, now }) => {
  const payout = await selectWaiting(tx, event.id)
  if (!payout) return
  const notice = await refuse(tx, viewer, { payout, event, reason: CANCELLED, now })
  await settle(tx, viewer, { kind: 'payout', id: payout.id, to: 'withdrawn', now })
  if (notice) await notifyOrganizer(tx, deps, event, { ...notice, now })
}

const CANCELLED = 'The event is cancelled, so its money is kept for its buyers.'

const factsOf = (payout: PayoutRow) => ({
  amount: toKes(payout.amount_cents),
  account: maskedLabel(payout),
})
async function selectEventOf(db: Db, viewer: Viewer, payoutId: string) {
  const payout = isUuid(payoutId) ? await selectPayout(db, payoutId) : undefined
  return payout && (await selectPayoutEvent(db, viewer, payout.event_id))
}

export async function seesPayout(
  db: Db,
  viewer: Viewer,
  { id = '' }: { id?: string },
): Promise<boolean> {
  return (await selectEventOf(db, viewer, id)) !== undefined
}

/** Finds a payout. Throws `payout_not_found` if the viewer may not see it. */
export async function findPayout(db: Db, viewer: Viewer, id: string): Promise<Subject> {
  const seen = await selectEventOf(db, viewer, id)
  if (!seen) throw new LedgerError('payout_not_found')
  const event = await findEvent(db, viewer, seen.id)
  const payout = await selectPayout(db, id)
  assert(payout, `the payout ${id} is gone`)
  return { payout, event }
}

/**
 * Locks the organizer's events and returns the payout. Throws `payout_not_found` if the viewer may
 * not see it.
 */
async function lockPayout(tx: Tx, viewer: Viewer, id: string): Promise<Subject> {
  const seen = await selectEventOf(tx, viewer, id)
  if (!seen) throw new LedgerError('payout_not_found')
  await lockEventsOf(tx, seen.id)
  return await findPayout(tx, viewer, id)
}

/**
 * Makes the parts of the payout, one for each M-Pesa transaction, and reserves their money. The
 * first part is sent now; a sweep sends the others. A bank account gets one part, which a person
 * pays.
 */
async function splitPayout(
  deps: Pick<Deps, 'env' | 'timeScale'>,
  tx: Tx,
  payout: PayoutRow,
  now: Date,
): Promise<void> {
  const isBank = payout.kind === 'bank'
  const max = isBank ? payout.amount_cents : deps.env.mpesa.maxKes * 100
  const amounts = splitAmount(payout.amount_cents, max)
  const ids = amounts.map(() => newId())
  const { apartMs } = payoutTimes(deps.timeScale)
  const state = isBank ? 'manual' : 'due'
  await insertParts(tx, payout.id, { ids, amounts, state, now, apartMs })
  if (!isBank) await queueJob(tx, payOutgoing, { purpose: 'payout', id: ids[0]! })
  await reserveParts(tx, payout.event_id, { ids, amounts, now })
}
