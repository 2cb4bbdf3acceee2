import { defineConfig } from 'vitest/config'
import { POLL } from './test/patience.ts'

// These tests are too slow to run daily: many on-sales, a kill at every statement, and a full
// stadium. `npm run torture -- --seeds N --from S` plays only the on-sales S to S + N - 1.
process.env.TORTURE_SEEDS ??= '20'

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts', 'test/shop-setup.ts'],
    include: [
      'test/torture/full/*.torture.ts',
      'test/torture/{seeds,crash,refund-crash,refused-starts,launcher}.test.ts',
      // The browser tests, each at all `SIZES`.
      'test/e2e/**/*.test.ts',
      'src/refunds/sending/fault-matrix.test.ts',
      'src/refunds/manual/late-answer.test.ts',
      // Tests with more runs or rounds.
      'src/checkin/check-in-refusal.test.ts',
      'src/checkin/list/ticket-list.rules.test.ts',
      'src/checkout/buy-together.test.ts',
      'src/messages/sms.rules.test.ts',
      'src/messages/smtp/recipient.test.ts',
      'src/orders/placing/place-order.test.ts',
      'src/payments/any-history.test.ts',
      'src/payments/callbacks/settle-callback.test.ts',
      'src/payments/payment-sms.rules.test.ts',
      'src/payments/prompts/prompt-queue.rules.test.ts',
      'src/platform/http/http-methods.test.ts',
      'src/reports/csv-table.test.ts',
      'src/reports/figures/fold-check-ins.race.test.ts',
      'src/reports/figures/fold-sales.race.test.ts',
      'src/tickets/issuing/ticket-sms.rules.test.ts',
      'src/tickets/number.rules.test.ts',
      'src/ussd/any-session.test.ts',
      'src/ussd/screens.rules.test.ts',
      'test/openapi/document.test.ts',
      'test/openapi/good-requests.test.ts',
      'test/openapi/wrong-requests.test.ts',
      'test/settle-together.test.ts',
      'test/stock-history.test.ts',
      'test/deploy/*.torture.ts',
    ],
    maxWorkers: 1,
    expect: { poll: POLL },
    testTimeout: 30 * 60_000,
    hookTimeout: 180_000,
  },
})
