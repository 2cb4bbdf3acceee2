import { defineConfig } from 'vitest/config'

const patience = { testTimeout: 120_000, hookTimeout: 180_000 }

// Each file starts a whole shop. The crash tests have the machine to themselves, one after the
// other; a browser mostly waits, so two of its files share the cores.
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts', 'test/shop-setup.ts'],
    projects: [
      {
        test: {
          ...patience,
          name: 'torture',
          include: ['test/torture/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...patience,
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
