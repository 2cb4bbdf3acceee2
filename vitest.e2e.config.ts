import { defineConfig } from 'vitest/config'

const patience = { testTimeout: 120_000, hookTimeout: 180_000 }

// Each file starts a whole shop. The crash tests come first, one after the other: they load the
// machine until something has to give. A browser mostly waits, so two of its files share the cores.
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
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
