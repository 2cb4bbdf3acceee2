import { foldSales } from '../src/reports/figures/fold-sales.job.ts'
import type { Stage } from './stage.ts'

/** Runs the sweep that folds the deltas of gates and sales. */
export const foldCheckIns = (stage: Stage) => foldSales(stage.deps)
