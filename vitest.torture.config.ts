import { defineConfig } from 'vitest/config'

// The sizes of a full house, which take too long for every day. `TORTURE_ORDERS` and the variables
// below make them smaller; the tests that also run every day have smaller sizes of their own.
process.env.TORTURE_REFUNDS ??= '2000'
process.env.TORTURE_SERVER_KILLS ??= '100'
process.env.TORTURE_PURCHASES ??= '2000'

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts', 'test/shop-setup.ts'],
    include: [
      'test/torture/full/*.torture.ts',
      'test/torture/{kills,reconcile,refunds}.test.ts',
      'test/deploy/*.torture.ts',
    ],
    maxWorkers: 1,
    testTimeout: 30 * 60_000,
    hookTimeout: 180_000,
  },
})
