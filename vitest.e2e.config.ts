import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { POLL } from './test/patience.ts'

/**
 * The slowest files, which mostly wait. Run first, so that other files use the processor while
 * these files wait.
 */
const FIRST = /torture\/(crash|seeds|refund-crash)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isFirst = ({ moduleId }: TestSpecification) => FIRST.test(moduleId)
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))]
  }
}

// Each file needs a whole shop and waits half of its time for a browser or a process. So four files
// share two cores.
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts', 'test/shop-setup.ts'],
    include: ['test/torture/**/*.test.ts', 'test/e2e/**/*.test.ts'],
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    isolate: false,
    expect: { poll: POLL },
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
