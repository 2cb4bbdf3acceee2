import { auditEvent } from '../../accounts/audit-log.sql.ts'
import { lockSales, resumeSales } from '../../events/cancel.sql.ts'
import { lockOwnEvent } from '../../events/check-event.ts'
import { selectDays } from '../../events/days/days.sql.ts'
import { readManagedEvent } from '../../events/editing/managed-events.ts'
import { moveEvent, planMove } from '../../events/editing/reschedule-event.ts'
import { EventReply } from '../../events/events.contract.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import type { Notice } from '../../requests/notices.ts'
import type { RequestDeps, RequestKind, Waiting } from '../../requests/request-kind.ts'
import { ReturnRequest } from '../../requests/requests.contract.ts'
import { formatDate } from '../../ui/dates.rules.ts'
import { type MeasureProposal, selectVersion } from '../approval/measure-requests.sql.ts'
import { cancelDayLocked } from '../cancellation/cancel-day.ts'
import { CANCELLED, cancelLocked, type EndPayout } from '../cancellation/cancel-event.ts'
import { RefundError } from '../errors.ts'
import { ApproveMeasure } from './measure-requests.contract.ts'

type Event = Awaited<ReturnType<typeof lockOwnEvent>>
type Subject = { event: Event; current: Awaited<ReturnType<typeof selectVersion>> }

/** Requests to cancel or reschedule an event, whose sales are stopped until the decision. */
export const measureRequests = (endPayout: EndPayout): RequestKind<Subject, MeasureProposal> => ({
  name: 'measure',
  approve: { url: '/api/events/:id/measure/approve', access: 'admin', body: ApproveMeasure },
  return: { url: '/api/events/:id/measure/return', access: 'admin', body: ReturnRequest },
  withdraw: { url: '/api/events/:id/measure/withdraw', access: 'organizer', right: 'money' },
  reply: EventReply,
  read: readManagedEvent,
  async lock(tx, viewer, id) {
    const event = await lockOwnEvent(tx, viewer, id)
    await lockSales(tx, id)
    return { event, current: await selectVersion(tx, id) }
  },
  named: ({ version }) => [version!],
  version: async (_tx, { subject: { current } }) => [current!.version],
  async stale(_tx, { subject: { current } }) {
    const { version, amount_cents } = current!
    return new RefundError('stale_request', { details: { version, amount: toKes(amount_cents) } })
  },
  notWaiting: () => new RefundError('no_request'),
  apply: (tx, deps, viewer, waiting) => apply(tx, { ...deps, endPayout }, viewer, waiting),
  async end(tx, _deps, viewer, { subject: { event }, request, to, note, now }) {
    const { kind } = request.proposal
    await resumeSales(tx, event.id, now)
    if (to === 'withdrawn') {
      await auditEvent(tx, viewer, event, { now, action: 'measure_withdrawn', after: { kind } })
      return null
    }
    const after = { kind, words: note }
    await auditEvent(tx, viewer, event, { now, action: 'measure_returned', after })
    const text = `We did not ${kind} the event as you requested:\n\n${note}\n\nIts tickets are on sale again.`
    return { what: 'Not approved', text }
  },
})

/** Carries out an approved request. */
async function apply(
  tx: Tx,
  deps: RequestDeps & { endPayout: EndPayout },
  viewer: Viewer,
  { subject: { event, current }, request, now }: Waiting<Subject, MeasureProposal>,
): Promise<Notice> {
  const { reason, asked_by: askedBy } = request
  const { kind, schedule, day, passes } = request.proposal
  const days = await selectDays(tx, event.id)
  const dayDate = days.find(({ n }) => n === day)?.date
  const of = dayDate && { day: dayDate }
  const after = { kind, ...of, amount: toKes(current!.amount_cents) }
  await auditEvent(tx, viewer, event, { now, action: 'measure_approved', after })
  if (kind === 'cancel' && day !== undefined) {
    await resumeSales(tx, event.id, now)
    const part = { day, ...(passes !== undefined && { passes }) }
    return await cancelDayLocked(tx, deps, viewer, { event, reason, part })
  }
  if (kind === 'cancel') {
    await cancelLocked(tx, deps, viewer, { event, reason, askedBy, now })
    return CANCELLED
  }
  await resumeSales(tx, event.id, now)
  const asked = { ...schedule, ...(day !== undefined && { day, passes: passes ?? true }) }
  const planned = await planMove(tx, deps, viewer, { eventId: event.id, asked })
  if (planned) await moveEvent(tx, deps, viewer, { ...planned, tell: true })
  if (dayDate) {
    const text = `${formatDate(dayDate)} is moved, as you requested. Every buyer of this day is notified.`
    return { what: 'Day moved', text }
  }
  return {
    what: 'Rescheduled',
    text: 'The event is rescheduled, as you requested. Every buyer is notified, and may ask for a refund.',
  }
}
