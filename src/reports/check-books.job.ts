import type { Deps } from '../platform/deps.ts'
import { selectFigureDifferences, selectPaymentDifferences } from './books.sql.ts'

/**
 * Whether the books say what states and figures say. They are written together, so a difference is a
 * fault of ours, told as an error and counted until somebody mended it.
 */
export async function checkBooks({
  db,
  log,
  clock,
  metrics,
}: Pick<Deps, 'db' | 'log' | 'clock' | 'metrics'>): Promise<void> {
  // Sales go on meanwhile: each is one statement, which sees books and figures as of one instant.
  const differences = [
    ...(await selectPaymentDifferences(db)),
    ...(await selectFigureDifferences(db)),
  ]
  for (const difference of differences) log.error(difference, 'the books differ from the payments')
  const count = differences.length
  const now = clock.now()
  metrics.setOverdue('books_differ', { count, since: count > 0 ? now : null }, now)
}
