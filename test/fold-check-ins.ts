import { foldSales } from '../src/reports/figures/fold-sales.job.ts'
import type { Stage } from './stage.ts'

/** What the sweep does with what gates and sales changed. */
export const foldCheckIns = (stage: Stage) => foldSales(stage.deps)
