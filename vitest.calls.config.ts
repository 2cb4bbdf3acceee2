import { mergeConfig } from 'vitest/config'
import unit from './vitest.config.ts'

// The unit and database tests, with a record of the product files that each test file calls.
export default mergeConfig(unit, { test: { setupFiles: ['test/defects/record-calls.ts'] } })
