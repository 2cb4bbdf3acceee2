const DAY_MS = 86_400_000

/** The number of days from `first` to `date`. Negative if `date` is earlier. */
export const daysApart = (first: string, date: string): number =>
  (Date.parse(date) - Date.parse(first)) / DAY_MS

/** The date `days` days after `date`. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

/** The number of days from the earliest to the latest date. NaN without a date. */
export function spanOf(dates: readonly string[]): number {
  const sorted = [...dates].sort()
  return daysApart(sorted[0]!, sorted.at(-1)!)
}
