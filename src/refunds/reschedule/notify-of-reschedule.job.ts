import { arePausedDays, selectPausedDays } from '../../events/days/cancelled-days.sql.ts'
import {
  areChangesDue,
  claimChange,
  type EventChange,
  endChange,
  reopenChange,
  selectChange,
  takeChangesDue,
} from '../../events/event-change.sql.ts'
import { eventMoved } from '../../events/jobs.ts'
import { isMoved } from '../../events/reschedule.rules.ts'
import { hasSmsCapacity, queueSms } from '../../messages/outbox.ts'
import { phoneForTickets } from '../../orders/order.rules.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { eachRow } from '../../platform/database/each-row.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { handleJob, queueJob, queueMissing } from '../../platform/jobs/jobs.ts'
import { pathPrefix } from '../../platform/values/language.rules.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { refundTimes } from '../declarations.ts'
import { newLinkToken } from './link-token.ts'
import { notifyOfCancelledDay, notifyOfMovedDay } from './notify-of-day.ts'
import { queueMovedEmail } from './queue-moved-email.ts'
import {
  selectBuyer,
  selectKnownSchedule,
  selectMovesPaidLate,
  selectSentOn,
  selectUnnotifiedOrders,
  takeLink,
} from './refund-link.sql.ts'
import { complimentaryMovedSms, movedSms, ticketMovedSms } from './reschedule-messages.rules.ts'

const PAGE = 20

type NotifyDeps = Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'timeScale'>

/**
 * A batch may run again, whole or in part: message keys keep each buyer from being notified twice.
 */
export const notifyOfRescheduleJob = (deps: NotifyDeps) =>
  handleJob(eventMoved, async ({ changeId, after }) => {
    const times = refundTimes(deps.timeScale)
    const change = await selectChange(deps.db, changeId)
    assert(change, 'a move is gone')
    const now = deps.clock.now()
    const until = new Date(now.getTime() + times.cancellingMaxMs)
    if (!(await claimChange(deps.db, changeId, { until, now }))) return
    if (!(await hasSmsCapacity(deps.db))) return { againInMs: times.cancelPauseMs }
    const ids = await readUnnotified(deps, change, { after, count: PAGE })
    await eachRow(deps.log, ids, (id) =>
      inTransaction(deps.db, (tx) => notifyBuyer(tx, deps, change, id)),
    )
    if (ids.length < PAGE) await tryToEnd(deps, change)
    else {
      const next = { changeId, after: ids.at(-1)! }
      await inTransaction(deps.db, (tx) => queueJob(tx, eventMoved, next))
    }
  })

/** Ends the change if no buyer is left to be notified. */
async function tryToEnd(deps: Pick<Deps, 'db' | 'clock'>, change: EventChange): Promise<void> {
  const left = await readUnnotified(deps, change, { after: null, count: 1 })
  if (left.length > 0) return
  await inTransaction(deps.db, (tx) => endChange(tx, change.id, deps.clock.now()))
}

function readUnnotified(
  deps: Pick<Deps, 'db'>,
  { id, event_id, announced_at, day, is_cancellation: isCancellation }: EventChange,
  page: { after: string | null; count: number },
) {
  const wanted = { changeId: id, eventId: event_id, before: announced_at, day, isCancellation }
  return selectUnnotifiedOrders(deps.db, wanted, page)
}

type Announced = NonNullable<Awaited<ReturnType<typeof selectChange>>>

/**
 * The change with the schedules for an order's buyer: `old` is the schedule that the buyer knows,
 * `new` is the present schedule. Both may differ from `change` if the event was rescheduled several
 * times.
 */
async function withKnown(
  tx: Tx,
  { current, ...change }: Announced,
  orderId: string,
): Promise<EventChange> {
  const known = await selectKnownSchedule(tx, { ...change, orderId })
  const old = known && isMoved(known, current) ? known : change.old
  return { ...change, old, new: isMoved(old, current) ? current : change.new }
}

async function notifyBuyer(
  tx: Tx,
  { env, clock }: Pick<NotifyDeps, 'env' | 'clock'>,
  announced: Announced,
  orderId: string,
): Promise<void> {
  const now = clock.now()
  if (announced.is_cancellation) {
    return await notifyOfCancelledDay(tx, { env, clock }, { change: announced, orderId })
  }
  const change = await withKnown(tx, announced, orderId)
  if (change.day !== null) {
    return await notifyOfMovedDay(tx, { env, clock }, { change, orderId })
  }
  const buyer = await selectBuyer(tx, orderId)
  if (buyer.is_free) {
    await notifyGuests(tx, change, { ...buyer, orderId, now })
    return await queueMovedEmail(tx, env, {
      change,
      buyer: { ...buyer, orderId },
      refund: null,
      now,
    })
  }
  const token = await takeLink(tx, { orderId, ticketId: null, token: newLinkToken(), now })
  const facts = {
    language: buyer.language,
    eventTitle: change.title,
    old: change.old,
    now: change.new,
    until: nairobiDate(change.request_until),
    link: `${env.publicOrigin}/r/${token}`,
  }
  const dedupeKey = `moved:${change.id}:${orderId}` as const
  const phone = phoneForTickets(buyer, buyer.payer)
  await queueSms(tx, { phone, orderId, body: movedSms(facts), dedupeKey, now })
  for (const sent of await selectSentOn(tx, orderId, change.announced_at)) {
    if (sent.phone === phone) continue
    const link = { orderId, ticketId: sent.id, token: newLinkToken(), now }
    const own = `${env.publicOrigin}/r/${await takeLink(tx, link)}`
    const body = ticketMovedSms({ ...facts, link: own })
    await queueSms(tx, {
      phone: sent.phone,
      orderId,
      body,
      dedupeKey: `${dedupeKey}:${sent.id}`,
      now,
    })
  }
  const page = `${env.publicOrigin}${pathPrefix(buyer.language)}/r/${token}`
  const refund = { until: facts.until, link: page }
  await queueMovedEmail(tx, env, { change, buyer: { ...buyer, orderId }, refund, now })
}

type Guest = Pick<Awaited<ReturnType<typeof selectBuyer>>, 'phone' | 'language'>

/** Notifies the holders of complimentary or free tickets, for which there is no refund. */
async function notifyGuests(
  tx: Tx,
  change: EventChange,
  { phone, language, orderId, now }: Guest & { orderId: string; now: Date },
): Promise<void> {
  const facts = { language, eventTitle: change.title, old: change.old, now: change.new }
  const body = complimentaryMovedSms(facts)
  const dedupeKey = `moved:${change.id}:${orderId}` as const
  await queueSms(tx, { phone, orderId, body, dedupeKey, now })
  for (const sent of await selectSentOn(tx, orderId, change.announced_at)) {
    if (sent.phone === phone) continue
    const key = `${dedupeKey}:${sent.id}` as const
    await queueSms(tx, { phone: sent.phone, orderId, body, dedupeKey: key, now })
  }
}

/**
 * Resumes reschedules whose buyers were not all notified because of a crash or a fault. Ends paused
 * cancellations of days of which nothing is left.
 */
export async function sweepReschedules(
  deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
): Promise<void> {
  const now = deps.clock.now()
  if (!(await isDue(deps.db, areChangesDue(now), arePausedDays))) return
  const until = new Date(now.getTime() + refundTimes(deps.timeScale).cancellingMaxMs)
  await inTransaction(deps.db, async (tx) => {
    const due = await takeChangesDue(tx, now, until)
    const jobs = due.map((changeId) => ({ changeId, after: null }))
    await queueMissing(tx, eventMoved, 'changeId', jobs)
  })
  for (const changeId of await selectPausedDays(deps.db)) {
    const change = await selectChange(deps.db, changeId)
    if (change) await tryToEnd(deps, change)
  }
}

/** Notifies buyers who ordered before a reschedule but paid after its notifications were sent. */
export async function sweepPaidLate(deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>): Promise<void> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + refundTimes(deps.timeScale).cancellingMaxMs)
  for (const changeId of await selectMovesPaidLate(deps.db, now)) {
    await inTransaction(deps.db, async (tx) => {
      if (!(await reopenChange(tx, changeId, until))) return
      await queueMissing(tx, eventMoved, 'changeId', [{ changeId, after: null }])
    })
  }
}
