import { checkEvent } from '../../events/check-event.ts'
import { selectNextNotice } from '../../events/event-change.sql.ts'
import { selectBalance } from '../../payments/outgoing/account-readings.sql.ts'
import { isSendingOn } from '../../payments/outgoing/sending-switch.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import { actionRoute } from '../../platform/http/action-route.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { type Viewer, viewerOf } from '../../platform/http/viewer.ts'
import type { TaskFact } from '../../platform/tasks/tasks.contract.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { maskRow } from '../../tickets/masked-row.rules.ts'
import { type MeasuredPart, sumSold } from '../approval/measure-requests.sql.ts'
import { RefundError } from '../errors.ts'
import { costSources, type MeasureMoney, moneyFacts } from '../refund-money.rules.ts'
import type { ReadBesides } from '../refund-money.sql.ts'
import { timedGroupText } from '../waiting.rules.ts'
import { selectWaitingGroups } from '../waiting.sql.ts'
import {
  type CancelResult,
  cancelEvent,
  type EndPayout,
  pauseCancellation,
  previewCancellation,
  previewCancelledSms,
  previewKept,
} from './cancel-event.ts'
import {
  CancellationReply,
  CancelPreview,
  CancelPreviewQuery,
  CancelReply,
  CancelRequest,
} from './cancellation.contract.ts'
import { countProgress, selectCancellation, selectFaults } from './cancellation.sql.ts'
import { countDayBuyers } from './day-tickets.sql.ts'

const STUCK_SHOWN = 20

type RouteDeps = Pick<Deps, 'db' | 'env' | 'clock'> & {
  /** Returns the total of refunds and payouts still to be paid by B2C, in cents. */
  sumOwed: () => Promise<number>
  endPayout: EndPayout
  besides: ReadBesides
}

export function registerCancellationRoutes(app: App, deps: RouteDeps): void {
  actionRoute(app, {
    url: '/api/events/:id/cancel',
    access: 'organizer',
    right: 'money',
    refuses: [409, 429],
    body: CancelRequest,
    reply: CancelReply,
    status: 202,
    act: async (viewer, eventId, { title, reason = '', ...part }) => {
      const request = { eventId, title, reason: reason.trim(), part }
      return toCancelReply(await cancelEvent(deps, viewer, request))
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/events/:id/cancellation',
    access: 'organizer',
    right: 'figures',
    schema: { params: IdParams, response: { 200: CancellationReply } },
    handler: async (request) => {
      const viewer = viewerOf(request)
      await checkEvent(deps.db, viewer, request.params.id)
      return await readCancellation(deps, viewer, request.params.id)
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/events/:id/cancellation/preview',
    access: 'organizer',
    right: 'money',
    schema: {
      params: IdParams,
      querystring: CancelPreviewQuery,
      response: { 200: CancelPreview },
    },
    handler: async (request) => {
      const viewer = viewerOf(request)
      await checkEvent(deps.db, viewer, request.params.id)
      return await readPreview(deps, viewer, {
        eventId: request.params.id,
        ...measureOfQuery(request.query),
      })
    },
  })
  for (const verb of ['pause', 'resume'] as const) {
    route(app, {
      method: 'POST',
      url: `/api/events/:id/cancellation/${verb}`,
      access: 'admin',
      schema: { params: IdParams, response: { 200: CancellationReply } },
      handler: async (request) => {
        const { id } = request.params
        const viewer = viewerOf(request)
        await pauseCancellation(deps, viewer, { eventId: id, isPause: verb === 'pause' })
        return await readCancellation(deps, viewer, id)
      },
    })
  }
}

type Measured = { part: MeasuredPart; isMove: boolean }

function measureOfQuery({ day, passes, measure }: CancelPreviewQuery): Measured {
  const isMove = measure === 'reschedule'
  if (day === undefined) return { part: {}, isMove }
  if (!/^\d+$/.test(day)) refuseField('day', 'day must be the number of a day.')
  return { part: { day: Number(day), passes: passes !== 'false' }, isMove }
}

function toCancelReply({ orders, tickets, amount_cents, waits }: CancelResult): CancelReply {
  return { orders, tickets, amount: toKes(amount_cents), waits }
}

async function readCancellation(
  deps: RouteDeps,
  viewer: Viewer,
  eventId: string,
): Promise<CancellationReply> {
  const cancellation = await selectCancellation(deps.db, eventId)
  if (!cancellation) throw new RefundError('not_cancelled')
  const now = deps.clock.now()
  const progress = await countProgress(deps.db, eventId)
  const groups = await selectWaitingGroups(deps.db, eventId, now)
  const { stuck } = cancellation
  const state = cancellation.state as CancellationReply['state']
  // Orders with free tickets only that are not void yet. An ended cancellation has left none.
  const left = state === 'done' ? null : await sumSold(deps.db, eventId)
  const free = progress.free + (left ? left.orders - left.paid_orders : 0)
  const faults = await selectFaults(deps.db, viewer, eventId, STUCK_SHOWN)
  return {
    state,
    is_sending_paused: !(await isSendingOn(deps.db)),
    orders: cancellation.orders + progress.due_before - free,
    refunded: progress.refunded,
    free: progress.free,
    told: progress.notified,
    failed: progress.waiting + stuck,
    waiting: groups.map((group) => timedGroupText(group, now)),
    stuck,
    stuck_orders: faults.map((fault, id) => ({ id, ...maskRow({ ...fault, sees_buyer: true }) })),
  }
}

async function readPreview(
  deps: RouteDeps,
  viewer: Viewer,
  which: Measured & { eventId: string },
): Promise<CancelPreview> {
  const { day, passes = true } = which.part
  const { money, ...sold } = await previewCancellation(deps, viewer, which)
  // Our accounts pay the refunds of all organizers, so only admins see the balance.
  const isAdmin = viewer.role === 'admin'
  const balance = isAdmin ? await selectBalance(deps.db) : undefined
  const cents = balance?.utility_cents ?? null
  return {
    ...toCancelReply(sold),
    paid_orders: sold.paid_orders,
    paid_tickets: sold.paid_tickets,
    balance: cents === null ? null : toKes(cents),
    balance_at: balance?.at.toISOString() ?? null,
    owed: isAdmin ? toKes(await deps.sumOwed()) : 0,
    cost: toKes(sold.cost_cents),
    sources: sourcesOf(money),
    fee: toKes(sold.fee_cents),
    // No example for a reschedule: planning it locks rows, and its messages differ.
    sms: which.isMove ? null : await previewCancelledSms(deps, which),
    kept: which.isMove ? [] : await previewKept(deps, which),
    ...(which.isMove &&
      day !== undefined && {
        notified: await countDayBuyers(deps.db, { eventId: which.eventId, day, passes }),
      }),
    ...(which.isMove && (await readNextNotice(deps, which))),
    facts: isAdmin ? factsOf(money, which) : [],
  }
}

function sourcesOf(money: MeasureMoney): CancelPreview['sources'] {
  const { balance_cents, elsewhere_cents, debt_cents } = costSources(money)
  return {
    ...{ balance: toKes(balance_cents), elsewhere: toKes(elsewhere_cents) },
    debt: toKes(debt_cents),
  }
}

async function readNextNotice(
  { db, clock }: RouteDeps,
  { eventId, part }: Measured & { eventId: string },
): Promise<{ notify_at?: string }> {
  const now = clock.now()
  const at = await selectNextNotice(db, { eventId, day: part.day ?? null, now })
  return at > now ? { notify_at: at.toISOString() } : {}
}

/** The facts that an admin reads before a measure, with or without an organizer's request. */
function factsOf(money: MeasureMoney, { part, isMove }: Measured): TaskFact[] {
  const mayKeep = isMove || (part.day !== undefined && part.passes === true)
  const verb = isMove ? 'reschedule' : 'cancel'
  return moneyFacts(money, { most: mayKeep ? 'At most ' : '', verb })
}
