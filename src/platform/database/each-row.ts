import type { Log } from '../log.ts'

/** Runs `work` on each row. A row that fails is logged and does not stop the others. */
export async function eachRow<T>(
  log: Log,
  rows: readonly T[],
  work: (row: T) => Promise<unknown>,
): Promise<void> {
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      // Rows may contain phone numbers, so only the error is logged.
      log.error({ err: error }, 'a row of a sweep failed')
    }
  }
}
