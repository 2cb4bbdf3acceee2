import { registerAuthRoutes, registerLinkRoutes } from './accounts/auth.routes.ts'
import { sessionCookieName } from './accounts/cookies.ts'
import { registerFactorRoutes } from './accounts/factor/factor.routes.ts'
import { registerFeeRoutes } from './accounts/fees/fees.routes.ts'
import { makePasswordHasher, type PasswordHasher } from './accounts/passwords.ts'
import { registerAccountRoutes } from './accounts/people/accounts.routes.ts'
import { authenticateBearer } from './accounts/sessions.ts'
import { registerTeamRoutes } from './accounts/team/team.routes.ts'
import { registerCheckInRoutes } from './checkin/checkin.routes.ts'
import { registerGateSaleRoutes } from './checkin/door-sales/gate-sales.routes.ts'
import { registerEntryRuleRoutes } from './checkin/entry-rules/entry-rules.routes.ts'
import { registerGateListRoutes } from './checkin/list/gate-list.routes.ts'
import { registerLiveRoutes } from './checkin/live/live.routes.ts'
import { admitGatePhone } from './checkin/phones/authenticate-gate.ts'
import { registerGatePhoneRoutes } from './checkin/phones/gate-phones.routes.ts'
import { registerTypeMoveRoute } from './checkin/type-moves/type-moves.routes.ts'
import { registerGateCheckInRoutes } from './checkin/upload/gate-check-ins.routes.ts'
import { registerCheckoutRoutes } from './checkout/checkout.routes.ts'
import { readOrders } from './checkout/read-order.ts'
import { watchOrders } from './checkout/watch-orders.ts'
import { registerComplimentaryRoutes } from './complimentary/complimentary.routes.ts'
import { registerAuditRoutes } from './events/catalogue/audit-log.routes.ts'
import { registerCatalogueRoutes } from './events/catalogue/catalogue.routes.ts'
import { registerShortCodeRoutes } from './events/catalogue/short-codes.routes.ts'
import { registerCodeRoutes } from './events/codes/promo-codes.routes.ts'
import { registerEventEditRoutes } from './events/editing/event-edit.routes.ts'
import { eventRequests } from './events/editing/review.ts'
import { eventTasks } from './events/event-tasks.sql.ts'
import { registerOrganizerRoutes } from './events/organizers/organizers.routes.ts'
import { teamEvents } from './events/organizers/team-events.sql.ts'
import { registerMistakenDateRoute } from './events/payout-plan/mistaken-date.routes.ts'
import { registerImageRoutes, registerUploadRoutes } from './events/pictures/images.routes.ts'
import { registerShareRoutes } from './events/pictures/share.routes.ts'
import { registerEventRoutes } from './events/search/events.routes.ts'
import { seesEvent } from './events/sees-event.sql.ts'
import { registerSellerRoutes } from './events/sellers/sellers.routes.ts'
import { registerCalendarRoutes } from './events/sharing/calendar.routes.ts'
import { registerSharingRoutes } from './events/sharing/sharing.routes.ts'
import { registerStoryRoutes } from './events/sharing/story.routes.ts'
import { registerMoneyTransferRoutes } from './ledger/money-transfers.routes.ts'
import { registerRecordedPayoutRoutes } from './ledger/recorded-payouts.routes.ts'
import { messageCounters } from './messages/declarations.ts'
import { registerReportRoutes } from './messages/reports.routes.ts'
import { registerOperationRoutes } from './operation/operation.routes.ts'
import { gaugeOperation } from './operation/operation-metrics.ts'
import { orderLogRedaction } from './orders/declarations.ts'
import { registerCallbackRoutes } from './payments/callbacks/callbacks.routes.ts'
import { paymentCounters, paymentLogRedaction } from './payments/declarations.ts'
import type { PaymentDeps } from './payments/mpesa/daraja.ts'
import { sumOwed } from './payments/outgoing/handler.ts'
import { registerResultRoutes, registerSendingRoutes } from './payments/outgoing/sending.routes.ts'
import { registerPaybillRoutes } from './payments/paybill/paybill.routes.ts'
import { paymentTasks } from './payments/unmatched/payment-tasks.sql.ts'
import { registerUnmatchedReceiptRoutes } from './payments/unmatched/unmatched-receipts.routes.ts'
import { checkRecorded } from './payouts/check-recorded.ts'
import { registerPayoutAccountRoutes } from './payouts/payout-accounts.routes.ts'
import { endPayout, payoutRequests } from './payouts/payout-requests.ts'
import { payoutTasks } from './payouts/payout-tasks.sql.ts'
import { registerPayoutRoutes } from './payouts/payouts.routes.ts'
import { readDue } from './payouts/read-payouts.ts'
import { registerPayoutReviewRoute } from './payouts/review/payout-review.routes.ts'
import { AppError } from './platform/errors.ts'
import { createApp } from './platform/http/create-app.ts'
import type { App } from './platform/http/http.ts'
import { openLoadShedding } from './platform/http/load-shedder.ts'
import { timeRequests } from './platform/http/request-times.ts'
import { registerDescription, registerHealthRoutes } from './platform/http/service.routes.ts'
import { platformCounters } from './platform/metrics.ts'
import type { Storage } from './platform/storage/storage.ts'
import { registerPrivacyRoutes } from './privacy/privacy.routes.ts'
import { registerAnswerRoutes } from './questions/answers.routes.ts'
import { registerAnswerFigures } from './questions/figures.routes.ts'
import { havePeopleAnswered, readLostAnswers } from './questions/leaving.ts'
import { questionRequests } from './questions/question-requests.ts'
import { questionTasks } from './questions/question-tasks.sql.ts'
import { registerQuestionRoutes } from './questions/questions.routes.ts'
import { asksQuestions } from './questions/questions.sql.ts'
import { registerReminding } from './questions/reminding/reminding.routes.ts'
import { registerCancellationRoutes } from './refunds/cancellation/cancellation.routes.ts'
import { measureRequests } from './refunds/decision/measure-requests.ts'
import { measureTasks } from './refunds/decision/measure-tasks.ts'
import { registerManualRoutes } from './refunds/manual/manual.routes.ts'
import { refundTasks } from './refunds/manual/refund-tasks.sql.ts'
import { readRefundNote } from './refunds/refund-note.ts'
import { registerDayCancellation } from './refunds/reschedule/day-cancellation.routes.ts'
import { registerRefundLinkRoutes } from './refunds/reschedule/refund-link.routes.ts'
import { registerRescheduleRoutes } from './refunds/reschedule/reschedule.routes.ts'
import { isCheckToken } from './refunds/sending/receipt-checks.sql.ts'
import { registerRefundProgress, registerRefundRoutes } from './refunds/take-back/refunds.routes.ts'
import { registerCodeFigureRoutes } from './reports/codes/code-figures.routes.ts'
import { registerExportRoutes } from './reports/exports/exports.routes.ts'
import { registerFigureRoutes } from './reports/figures/figures.routes.ts'
import { moveSales } from './reports/figures/move-sales.ts'
import { registerTransactionRoutes } from './reports/lists/transactions.routes.ts'
import { reconcileTasks } from './reports/reconcile/reconcile-tasks.sql.ts'
import { registerOwnSalesRoutes } from './reports/sellers/own-sales.routes.ts'
import { registerSellerFigureRoutes } from './reports/sellers/seller-figures.routes.ts'
import { registerStatementRoutes } from './reports/statement/statement.routes.ts'
import { registerWorkListRoutes } from './reports/work-list/work-list.routes.ts'
import { registerRequestRoutes } from './requests/requests.routes.ts'
import { complaintTasks } from './site/complaint-tasks.sql.ts'
import { readReports } from './site/complaints.ts'
import { freezeTasks } from './site/freezing/freeze-tasks.sql.ts'
import { registerFreezingRoutes } from './site/freezing/freezing.routes.ts'
import { besideMeasure } from './site/organizer-facts.sql.ts'
import { registerSiteRoutes } from './site/site.routes.ts'
import { registerSitemapRoutes } from './site/sitemap.routes.ts'
import { ticketCounters, ticketLogRedaction } from './tickets/declarations.ts'
import { registerDeliveryRoutes } from './tickets/delivery/delivery.routes.ts'
import { registerIssuingRoutes } from './tickets/issuing/issuing.routes.ts'
import { selectNamedGates } from './tickets/issuing/ticket-gates.sql.ts'
import { registerLookupRoutes } from './tickets/lookup/lookup.routes.ts'
import { ticketTasks } from './tickets/ticket-tasks.sql.ts'
import { registerTransferRoutes } from './tickets/transfer/transfer.routes.ts'
import { ussdCounters } from './ussd/declarations.ts'
import { registerUssdRoutes } from './ussd/ussd.routes.ts'
import { inlineScriptHashes } from './web/early-script.ts'
import { registerPageFaults } from './web/page-faults.routes.ts'
import { registerPages } from './web/pages.routes.ts'
import { registerTypedNumbers } from './web/typed-numbers.routes.ts'
import { OUTGOING } from './worker.ts'

const HEALTH = /^\/(healthz|readyz|metrics)(\?|$)/

/** Fields that the log never shows, listed by the rooms that own them. */
export const LOG_REDACTION = [orderLogRedaction, paymentLogRedaction, ticketLogRedaction]

const COUNTERS = [platformCounters, messageCounters, paymentCounters, ticketCounters, ussdCounters]

/**
 * The kinds of tasks for admins, in the order of the work list's tabs. Each room declares its own
 * kinds.
 */
const tasksOf = (origin: string) => ({
  ...payoutTasks,
  ...eventTasks,
  ...measureTasks(besideMeasure, origin),
  ...questionTasks,
  ...refundTasks,
  ...paymentTasks,
  ...ticketTasks,
  ...reconcileTasks,
  ...complaintTasks,
  ...freezeTasks,
})

export type AppDeps = PaymentDeps & { storage: Storage }

/**
 * Registers every route, in the order of the rooms. Without `pages`, leaves out the pages, which
 * need a build. With `onlyHealth`, registers only the routes of a process that only runs jobs.
 */
export async function buildApp(
  deps: AppDeps,
  options: {
    checks: Record<string, () => Promise<boolean>>
    /** Warnings in `/readyz`: a failed check is reported, but the process stays ready. */
    notes?: Record<string, () => boolean>
    pages: boolean
    onlyHealth?: boolean
    /** Returns false while tables or sample data are still missing. */
    isOpen?: () => boolean
    /**
     * A password hasher for tests and benches that uses all processors. The default leaves some
     * processors to buyers.
     */
    passwords?: PasswordHasher
  },
): Promise<App> {
  const loadShedding = openLoadShedding(deps)
  const app = await createApp(deps.env, deps.log, {
    loadShedding,
    scriptHashes: inlineScriptHashes,
    authenticate: (header) => authenticateBearer(deps, header),
    sees: (viewer, sent, sees = seesEvent) => sees(deps.db, viewer, sent),
    admitGatePhone: (request) => admitGatePhone(deps, request),
  })
  measure(app, deps)
  refuseUntilOpen(app, options.isOpen)
  registerHealthRoutes(app, deps, options)
  if (options.onlyHealth) return app
  const watcher = watchOrders(
    { ...deps, readOrders: (ids) => readOrders(deps, ids) },
    { perOrder: deps.env.limits.waitsPerOrder, perAddress: deps.env.limits.waitsPerAddress },
  )
  // Fastify waits for running requests after preClose. Long polls wait for changes of an order, so
  // stop the watcher first to end them.
  app.addHook('preClose', async () => watcher.stop())
  registerDescription(app, { sessionCookie: sessionCookieName(deps) })
  registerReportRoutes(app, deps)
  const accountDeps = { ...deps, passwords: options.passwords ?? makePasswordHasher() }
  registerAccounts(app, accountDeps)
  registerAuditRoutes(app, deps)
  registerEvents(app, deps)
  await registerPictures(app, deps)
  registerFeeRoutes(app, deps)
  registerRecordedPayoutRoutes(app, { ...deps, checkRecorded })
  registerMoneyTransferRoutes(app, deps)
  await registerCallbackRoutes(app, deps)
  await registerPaybillRoutes(app, deps)
  registerUnmatchedReceiptRoutes(app, deps)
  registerCheckoutRoutes(app, { ...deps, watcher })
  registerTickets(app, deps)
  await registerRefunds(app, deps)
  registerQuestions(app, deps)
  registerPayoutAccountRoutes(app, deps)
  registerPayoutRoutes(app, deps)
  registerPayoutReviewRoute(app, { ...deps, readReports })
  registerRequestRoutes(app, deps, payoutRequests)
  registerGates(app, deps)
  registerReports(app, deps)
  await registerUssdRoutes(app, deps)
  registerSite(app, deps)
  registerPrivacyRoutes(app, deps)
  registerSitemapRoutes(app, deps)
  registerPageFaults(app, deps)
  registerTypedNumbers(app, deps)
  if (options.pages) await registerPages(app, { ...deps, loadShedding })
  return app
}

function registerAccounts(app: App, deps: AppDeps & { passwords: PasswordHasher }): void {
  const withEvents = { ...deps, ...teamEvents }
  registerAuthRoutes(app, withEvents)
  registerLinkRoutes(app, withEvents)
  registerFactorRoutes(app, withEvents)
  registerAccountRoutes(app, deps)
  registerTeamRoutes(app, withEvents)
}

function registerEvents(app: App, deps: AppDeps): void {
  registerEventRoutes(app, deps)
  registerEventEditRoutes(app, { ...deps, moveSales, namedGates: selectNamedGates })
  registerRequestRoutes(app, deps, eventRequests)
  registerOrganizerRoutes(app, deps)
  registerCatalogueRoutes(app, deps)
  registerCalendarRoutes(app, deps)
  registerShortCodeRoutes(app, deps)
  registerCodeRoutes(app, deps)
  registerSellerRoutes(app, deps)
  registerSharingRoutes(app, deps)
}

async function registerPictures(app: App, deps: AppDeps): Promise<void> {
  registerImageRoutes(app, deps.storage)
  registerShareRoutes(app, deps, deps.storage)
  registerStoryRoutes(app, deps, deps.storage)
  await registerUploadRoutes(app, deps, deps.storage)
}

/** Registers all metrics at the start, so that counters are shown even at zero. */
function measure(app: App, deps: AppDeps): void {
  for (const counters of COUNTERS) counters(deps.metrics)
  timeRequests(app, deps.metrics)
  gaugeOperation(deps)
}

function refuseUntilOpen(app: App, isOpen = () => true): void {
  app.addHook('onRequest', async ({ url }) => {
    if (!isOpen() && !HEALTH.test(url)) throw new AppError('unavailable', { retryAfter: 5 })
  })
}

function registerTickets(app: App, deps: AppDeps): void {
  registerIssuingRoutes(app, deps)
  registerDeliveryRoutes(app, deps)
  registerTransferRoutes(app, deps)
  registerLookupRoutes(app, {
    ...deps,
    readRefundNote: (...asked) => readRefundNote(deps, ...asked),
    asksQuestions: (eventId) => asksQuestions(deps.db, eventId),
  })
  registerComplimentaryRoutes(app, deps)
}

async function registerRefunds(app: App, deps: AppDeps): Promise<void> {
  registerRefundRoutes(app, { ...deps, readLostAnswers, besides: besideMeasure })
  registerRefundProgress(app, deps)
  registerSendingRoutes(app, { ...deps, readDue })
  registerManualRoutes(app, deps)
  registerCancellationRoutes(app, {
    ...deps,
    endPayout,
    besides: besideMeasure,
    sumOwed: () => sumOwed(deps.db, OUTGOING),
  })
  registerRequestRoutes(app, deps, measureRequests(endPayout))
  registerRefundLinkRoutes(app, {
    ...deps,
    havePeopleAnswered: (ticketIds) => havePeopleAnswered(deps.db, ticketIds),
  })
  registerRescheduleRoutes(app, deps)
  registerDayCancellation(app, deps)
  registerMistakenDateRoute(app, deps)
  await registerResultRoutes(app, deps, isCheckToken)
}

function registerQuestions(app: App, deps: AppDeps): void {
  registerQuestionRoutes(app, deps)
  registerRequestRoutes(app, deps, questionRequests)
  registerAnswerRoutes(app, deps)
  registerAnswerFigures(app, deps)
  registerReminding(app, deps)
}

function registerSite(app: App, deps: AppDeps): void {
  registerSiteRoutes(app, deps)
  registerFreezingRoutes(app, deps)
}

/** Registers the routes for gates. */
function registerGates(app: App, deps: AppDeps): void {
  app.decorateRequest('gatePhone', null)
  registerCheckInRoutes(app, deps)
  registerEntryRuleRoutes(app, deps)
  registerGateListRoutes(app, deps)
  registerGatePhoneRoutes(app, deps)
  registerLiveRoutes(app, deps)
  registerGateCheckInRoutes(app, deps)
  registerGateSaleRoutes(app, deps)
  registerTypeMoveRoute(app, deps)
}

/**
 * Registers the routes that combine data of all rooms: figures, lists, files and the work list.
 */
function registerReports(app: App, deps: AppDeps): void {
  registerOperationRoutes(app, deps)
  registerFigureRoutes(app, deps)
  registerTransactionRoutes(app, deps)
  registerExportRoutes(app, deps)
  registerCodeFigureRoutes(app, deps)
  registerSellerFigureRoutes(app, deps)
  registerOwnSalesRoutes(app, deps)
  registerStatementRoutes(app, deps)
  registerWorkListRoutes(app, deps, tasksOf(deps.env.publicOrigin))
}
