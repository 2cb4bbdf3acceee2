import { foldSales } from '../src/reports/figures/fold-sales.job.ts'
import type { Stage } from './stage.ts'

/** Runs the sweep that adds the deltas of check-ins and sales to the totals. */
export const foldCheckIns = (stage: Stage) => foldSales(stage.deps)
