// GET /api/events/{id}/transactions.csv, validations.csv and statement.csv: a call with the bearer like any other,
// so the page reads the answer and hands it to the browser as a file.

export type ExportKind = 'transactions' | 'validations' | 'statement'

/** The answer's header with the number of rows to come, the line of headings not among them. */
export const TOTAL_ROWS_HEADER = 'x-total-rows'

/** The name that the file is saved under; `date` is YYYY-MM-DD, today in Nairobi. */
export function exportFileName(kind: ExportKind, eventId: string, date: string): string {
  return `${kind}-${eventId}-${date}.csv`
}
