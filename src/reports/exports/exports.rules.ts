// The CSV files: GET /api/events/{id}/transactions.csv, validations.csv and statement.csv. They
// need the bearer token, so a plain link cannot load them: the page fetches the file and hands it
// to the browser to save.

export type ExportKind = 'transactions' | 'validations' | 'statement'

/** Response header with the number of rows that follow, not counting the header line. */
export const TOTAL_ROWS_HEADER = 'x-total-rows'

/** The file's name on the user's computer. `date` is YYYY-MM-DD, today in Nairobi. */
export function exportFileName(kind: ExportKind, eventId: string, date: string): string {
  return `${kind}-${eventId}-${date}.csv`
}
