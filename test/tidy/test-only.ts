/**
 * Values of the product that only tests import, by the reason why a test through the room's face
 * cannot show the same. Never add a value: the list only shrinks.
 */
export const TEST_ONLY: Readonly<Record<string, readonly string[]>> = {
  'Reads an answer or a report without a server; the product calls it behind the network.': [
    'src/messages/africas-talking/send-sms.ts readSmsResponse',
    'src/payments/mpesa/operation.ts readDarajaResult',
    'src/payments/mpesa/pull.ts readPullAnswer',
    'src/payments/mpesa/register-urls.ts readUrlsAnswer',
    'src/payments/mpesa/stk-push.ts readPushAnswer',
    'src/payments/mpesa/stk-query.ts readQueryAnswer',
    'src/operation/doctor/check-origin.ts callItself',
    'src/operation/doctor/check-origin.ts checkTls',
  ],
  'A part of a screen without the calls, the sensors or the router around it.': [
    'src/checkin/gate/engine/readiness.ts listCheck',
    'src/checkin/gate/engine/readiness.ts clockCheck',
    'src/checkin/gate/engine/readiness.ts storageCheck',
    'src/checkin/gate/engine/readiness.ts batteryCheck',
    'src/refunds/office/cancel-event.tsx WhatHappens',
    'src/refunds/office/cancellation-progress.tsx StuckOrders',
    'src/refunds/office/move-effect.tsx effectText',
    'src/refunds/office/refund-previewed.tsx RefundEffect',
    'src/refunds/office/refund-previewed.tsx refundLabel',
    'src/refunds/office/refund-progress.tsx RefundText',
    'src/reports/office/door-list.tsx countsOf',
    'src/tickets/screens/sms-unreached.tsx OtherWays',
    'src/ui/link.tsx WrittenLink',
  ],
  'A list that a test compares with something outside it: states, texts, colours, browsers.': [
    'src/events/catalogue/audit-words.rules.ts AUDIT_SENTENCES',
    'src/events/pictures/poster-accent.ts STATE_COLOURS',
    'src/orders/order.rules.ts ORDER_STATES',
    'src/payments/result.rules.ts RESULT_TEXTS',
    'src/ui/browser-floor.ts BROWSER_FLOOR',
    'src/ussd/ussd.text.ts IN_BOTH',
  ],
  'A rule that a test tries with values that a stage cannot reach, or with all of them.': [
    'src/checkin/type-moves/tell-of-gate.job.ts gateMovedSms',
    'src/checkin/upload/replay.ts happenedAt',
    'src/events/calendar.rules.ts writeCalendar',
    'src/events/pictures/poster-accent.ts contrast',
    'src/messages/sms-count.rules.ts countSms',
    'src/refunds/business-days.rules.ts publicHolidays',
    'src/refunds/business-days.rules.ts isBusinessDay',
    'src/reports/csv-table.ts csvLine',
  ],
  'A part under its own lock or timing, for races and loads.': [
    'src/accounts/sessions.ts openSession',
    'src/platform/database/batch.ts batchByKey',
    'src/platform/http/load-shedder.ts openShedder',
    'src/platform/jobs/worker.ts pollPauseMs',
    'src/tickets/transfer/transfer-codes.ts hashCode',
  ],
  "Runs the worker's jobs, or the app of a second factor, inside a test.": [
    'src/accounts/totp.ts stepOf',
    'src/accounts/totp.ts codeOf',
    'src/platform/jobs/run-job.ts runJob',
    'src/worker.ts LANES',
    'src/worker.ts listHandlers',
    'src/worker.ts listSweeps',
  ],
}

export const TEST_ONLY_MAX = 48
