import { notifyOfGuesses, sendConfirmLink, sendResetLink } from './accounts/account-mails.job.ts'
import { sealAgain } from './accounts/factor/factors.ts'
import { forgetSessions } from './accounts/sign-ins.ts'
import { remindHolders } from './checkin/reminders/remind-holders.job.ts'
import { sweepGateMoves, tellOfGateJob } from './checkin/type-moves/tell-of-gate.job.ts'
import { sweepAllotments } from './complimentary/allotments.ts'
import { moveLane, pictureLane } from './events/jobs.ts'
import { redrawCard } from './events/pictures/redraw-card.job.ts'
import { storeAvif } from './events/pictures/store-avif.job.ts'
import { sweepUploads } from './events/pictures/sweep-uploads.job.ts'
import { markEventsOver } from './events/search/mark-over.job.ts'
import { sweepCollectedNotices } from './messages/budget/collected-notices.ts'
import { mailLane, mailNoticeLane, noticeLane, sendLane } from './messages/jobs.ts'
import {
  type MessageDeps,
  sendEmailNotices,
  sendEmails,
  sendMessage,
  sendNotice,
} from './messages/send-message.job.ts'
import { settleDoubtful } from './messages/settle-doubtful.job.ts'
import { noticeRestore, SEEN_EVERY_MS } from './operation/restore/notice-restore.ts'
import { expireHolds } from './orders/expire-holds.job.ts'
import { forgetAddresses } from './orders/forget-addresses.job.ts'
import { issueLane, pushLane, queryLane } from './orders/jobs.ts'
import { goToNextPhone, sweepNextPhones } from './orders/prompting/go-to-next-phone.job.ts'
import { settleCallback } from './payments/callbacks/settle-callback.job.ts'
import { paymentTimes } from './payments/declarations.ts'
import { refundLane, refundQueryLane, settleLane } from './payments/jobs.ts'
import type { PaymentDeps } from './payments/mpesa/daraja.ts'
import { gaugeBalance, sweepBalance } from './payments/outgoing/balances.ts'
import type { Outgoing } from './payments/outgoing/handler.ts'
import { payOutgoingJob } from './payments/outgoing/pay-outgoing.job.ts'
import { queryAttemptJob, queryEndedJob } from './payments/outgoing/query-attempt.job.ts'
import { settleResult } from './payments/outgoing/settle-result.job.ts'
import { sweepOutgoing } from './payments/outgoing/sweep-outgoing.job.ts'
import { offerPaybill } from './payments/paybill/offer-paybill.job.ts'
import { registerPaybill } from './payments/paybill/register-paybill.job.ts'
import { settlePaybill } from './payments/paybill/settle-paybill.job.ts'
import { askBeforeHoldEnds, queryPushJob } from './payments/prompts/query-push.job.ts'
import { requestPush } from './payments/prompts/request-push.job.ts'
import { moveStuckPayments, queueSilentPushes } from './payments/prompts/sweep-payments.job.ts'
import { endLookups } from './payments/receipts/end-lookups.job.ts'
import { makePullSweep } from './payments/receipts/pull-receipts.job.ts'
import { partHandler } from './payouts/sending/part-handler.ts'
import { analyzeGrownTables } from './platform/jobs/analyze-tables.sql.ts'
import { type JobHandler, jobTimes } from './platform/jobs/jobs.ts'
import { gaugeFailingJobs, type Sweep } from './platform/jobs/sweeps.ts'
import { startWorker, type Worker, type WorkerOptions } from './platform/jobs/worker.ts'
import { deleteEndedCounts } from './platform/limits/limits.sql.ts'
import type { Storage } from './platform/storage/storage.ts'
import { forgetOld } from './privacy/forget-old.job.ts'
import { forgetSales } from './privacy/forget-sales.job.ts'
import { remindToAnswer } from './questions/reminding/remind-to-answer.job.ts'
import { cancelOrdersJob, sweepCancellations } from './refunds/cancellation/cancel-orders.job.ts'
import { cancelLane, receiptCheckLane } from './refunds/jobs.ts'
import { openRefundJob, sweepForgotten } from './refunds/open-refund.job.ts'
import {
  notifyOfRescheduleJob,
  sweepPaidLate,
  sweepReschedules,
} from './refunds/reschedule/notify-of-reschedule.job.ts'
import {
  checkReceiptJob,
  receiptChecks,
  sweepReceiptChecks,
} from './refunds/sending/check-receipts.job.ts'
import { refundHandler } from './refunds/sending/refund-handler.ts'
import { foldSales } from './reports/figures/fold-sales.job.ts'
import {
  reconcile,
  reconcileLane,
  sweepReconciliations,
} from './reports/reconcile/reconcile.job.ts'
import { freezeDoubtful } from './site/freezing/freeze-payouts.job.ts'
import { issueTickets, makeAwaitingTicketsSweep } from './tickets/issuing/issue-tickets.job.ts'
import { deleteUnconfirmedTransfers } from './tickets/transfer/transfers.ts'
import { forgetUssdSessions } from './ussd/forget-sessions.job.ts'

type WorkerDeps = PaymentDeps & MessageDeps & { storage: Storage }

/** Handlers of outgoing money. Refunds and payouts differ only in these handlers. */
export const OUTGOING: Outgoing = { refund: refundHandler, payout: partHandler, receiptChecks }

/** Lanes with jobs that must not wait for other kinds of jobs. */
export const LANES = [
  sendLane,
  noticeLane,
  mailLane,
  mailNoticeLane,
  pictureLane,
  pushLane,
  queryLane,
  issueLane,
  settleLane,
  refundLane,
  refundQueryLane,
  receiptCheckLane,
  cancelLane,
  moveLane,
  reconcileLane,
]

/** Every job, in the order of the rooms. */
export function listHandlers(deps: WorkerDeps): JobHandler[] {
  return [
    sendMessage(deps),
    sendNotice(deps),
    sendEmails(deps),
    sendEmailNotices(deps),
    sendConfirmLink(deps),
    sendResetLink(deps),
    notifyOfGuesses(deps),
    storeAvif(deps),
    redrawCard(deps),
    goToNextPhone(deps),
    requestPush(deps),
    queryPushJob(deps),
    askBeforeHoldEnds(deps),
    settleCallback(deps),
    settlePaybill(deps),
    offerPaybill(deps),
    issueTickets(deps),
    reconcile(deps),
    openRefundJob(deps),
    payOutgoingJob(deps, OUTGOING),
    queryAttemptJob(deps, OUTGOING),
    queryEndedJob(deps, OUTGOING),
    settleResult(deps, OUTGOING),
    checkReceiptJob(deps),
    notifyOfRescheduleJob(deps),
    cancelOrdersJob(deps),
    tellOfGateJob(deps),
  ]
}

/** All sweeps: tasks that run at intervals. */
export function listSweeps(deps: WorkerDeps): Sweep[] {
  const { sweepMs } = jobTimes(deps.timeScale)
  const { pullMs } = paymentTimes(deps.timeScale)
  return [
    {
      name: 'collected notices',
      everyMs: sweepMs * 6,
      run: () => sweepCollectedNotices(deps),
    },
    { name: 'doubtful messages', everyMs: sweepMs, run: () => settleDoubtful(deps) },
    { name: 'unused pictures', everyMs: 3600_000, run: () => sweepUploads(deps) },
    { name: 'events that are over', everyMs: 3600_000, run: () => markEventsOver(deps) },
    { name: 'holds past their end', everyMs: sweepMs, run: () => expireHolds(deps) },
    { name: 'next numbers', everyMs: sweepMs * 2, run: () => sweepNextPhones(deps) },
    { name: 'silent pushes', everyMs: sweepMs / 5, run: () => queueSilentPushes(deps) },
    { name: 'stuck payments', everyMs: sweepMs, run: () => moveStuckPayments(deps) },
    { name: 'paybill address', everyMs: sweepMs * 12, run: () => registerPaybill(deps) },
    { name: 'missing receipts', everyMs: pullMs / 2, run: makePullSweep(deps) },
    { name: 'unexplained money', everyMs: sweepMs * 12, run: () => endLookups(deps) },
    { name: 'paid without tickets', everyMs: sweepMs * 2, run: makeAwaitingTicketsSweep(deps) },
    { name: 'allotments', everyMs: sweepMs, run: () => sweepAllotments(deps) },
    { name: 'due without a refund', everyMs: sweepMs, run: () => sweepForgotten(deps) },
    { name: 'refunds', everyMs: sweepMs, run: () => sweepOutgoing(deps, OUTGOING.refund) },
    { name: 'payouts to freeze', everyMs: sweepMs * 12, run: () => freezeDoubtful(deps) },
    { name: 'payouts', everyMs: sweepMs, run: () => sweepOutgoing(deps, OUTGOING.payout) },
    { name: 'sold receipts', everyMs: sweepMs, run: () => sweepReceiptChecks(deps) },
    { name: 'paid after a move', everyMs: sweepMs * 12, run: () => sweepPaidLate(deps) },
    ...listSweepsToHolders(deps),
    { name: 'cancellations', everyMs: sweepMs, run: () => sweepCancellations(deps) },
    { name: 'balance', everyMs: sweepMs * 12, run: () => sweepBalance(deps) },
    {
      name: 'refunds above the balance',
      everyMs: sweepMs * 720,
      run: () => gaugeBalance(deps, OUTGOING),
    },
    { name: 'old addresses', everyMs: sweepMs * 720, run: () => forgetAddresses(deps) },
    { name: 'secrets of former keys', everyMs: 3600_000, run: () => sealAgain(deps) },
    { name: 'ended sessions', everyMs: 3600_000, run: () => forgetSessions(deps) },
    { name: 'old dialled sessions', everyMs: 3600_000, run: () => forgetUssdSessions(deps) },
    {
      name: 'unconfirmed transfers',
      everyMs: 3600_000,
      run: () => deleteUnconfirmedTransfers(deps),
    },
    { name: 'data past its term', everyMs: 3600_000, run: () => forgetOld(deps) },
    { name: 'sales past their term', everyMs: 3600_000, run: () => forgetSales(deps) },
    // Folding may run rarely, because reads of the figures add the deltas that are not folded yet.
    // An idle shop then makes fewer queries.
    { name: 'sales into roll-ups', everyMs: sweepMs, run: () => foldSales(deps) },
    { name: 'reconciliation', everyMs: sweepMs * 12, run: () => sweepReconciliations(deps) },
    { name: 'restored database', everyMs: SEEN_EVERY_MS, run: () => noticeRestore(deps) },
    { name: 'table statistics', everyMs: sweepMs, run: () => analyzeGrownTables(deps.db) },
    { name: 'failing jobs', everyMs: sweepMs * 12, run: () => gaugeFailingJobs(deps) },
    {
      name: 'old counts',
      everyMs: 3600_000,
      run: () => deleteEndedCounts(deps.db, deps.clock.now()),
    },
  ]
}

/** The sweeps that queue SMS to many ticket holders. */
function listSweepsToHolders(deps: WorkerDeps): Sweep[] {
  const { sweepMs } = jobTimes(deps.timeScale)
  return [
    { name: 'moves', everyMs: sweepMs, run: () => sweepReschedules(deps) },
    { name: 'types at other gates', everyMs: sweepMs, run: () => sweepGateMoves(deps) },
    { name: 'reminders', everyMs: sweepMs, run: () => remindHolders(deps) },
    { name: 'questions without an answer', everyMs: sweepMs, run: () => remindToAnswer(deps) },
  ]
}

export function runJobs(deps: WorkerDeps & Pick<WorkerOptions, 'onJob' | 'idleMs'>): Worker {
  return startWorker({
    db: deps.db,
    log: deps.log,
    leaseMs: jobTimes(deps.timeScale).leaseMs,
    concurrency: 16,
    lanes: LANES,
    handlers: listHandlers(deps),
    sweeps: listSweeps(deps),
    onJob: deps.onJob,
    idleMs: deps.idleMs,
  })
}
