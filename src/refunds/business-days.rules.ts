import { nairobiDate } from '../platform/values/nairobi.rules.ts'

// Business days: days on which banks and offices in Kenya work. Not Saturdays, Sundays and public
// holidays (Public Holidays Act, Cap. 110, with the names of 2024). Dates are 'YYYY-MM-DD' in
// Nairobi.

const DAY_MS = 86_400_000

/**
 * The holidays with a fixed date: New Year, Labour, Madaraka, Mazingira, Mashujaa, Jamhuri,
 * Christmas, Utamaduni.
 */
const FIXED = ['01-01', '05-01', '06-01', '10-10', '10-20', '12-12', '12-25', '12-26']

/**
 * Idd-ul-Fitr follows the moon. Kenya announces the date only days before, so these dates are the
 * astronomers' predictions.
 */
const IDD_UL_FITR: Record<number, string> = {
  2026: '03-20',
  2027: '03-10',
  2028: '02-27',
  2029: '02-15',
  2030: '02-05',
}

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
/** The day of the week; 0 means Sunday. */
const weekdayOf = (day: string) => new Date(timeOf(day)).getUTCDay()

/** Easter Sunday of the Gregorian calendar, by the anonymous algorithm of 1876. */
function easterOf(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  return Date.UTC(year, month - 1, ((h + l - 7 * m + 114) % 31) + 1)
}

/** Caches the holidays by year: a list of refunds looks up thousands of days of one year. */
const holidaysByYear = new Map<number, readonly string[]>()

/**
 * The public holidays of a year, in order. A holiday on a Sunday moves to the next day that is no
 * holiday.
 */
export function publicHolidays(year: number): readonly string[] {
  const holidays = holidaysByYear.get(year) ?? findHolidays(year)
  holidaysByYear.set(year, holidays)
  return holidays
}

function findHolidays(year: number): string[] {
  const easter = easterOf(year)
  const idd = IDD_UL_FITR[year]
  const holidays = [
    ...FIXED.map((day) => `${year}-${day}`),
    toDay(easter - 2 * DAY_MS),
    toDay(easter + DAY_MS),
    ...(idd ? [`${year}-${idd}`] : []),
  ]
  const taken = new Set(holidays.filter((day) => weekdayOf(day) !== 0))
  for (const sunday of holidays.filter((day) => weekdayOf(day) === 0)) {
    let next = timeOf(sunday) + DAY_MS
    while (taken.has(toDay(next))) next += DAY_MS
    taken.add(toDay(next))
  }
  return [...taken].sort()
}

export function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(day)
  return weekday !== 0 && weekday !== 6 && !publicHolidays(Number(day.slice(0, 4))).includes(day)
}

/** Returns the day that is `count` business days after `day`, without counting `day` itself. */
export function addBusinessDays(day: string, count: number): string {
  let time = timeOf(day)
  for (let left = count; left > 0; ) {
    time += DAY_MS
    if (isBusinessDay(toDay(time))) left--
  }
  return toDay(time)
}

/**
 * The period that the refund policy promises, in business days after the day on which a refund
 * became due.
 */
export const REFUND_DAYS = { first: 7, last: 14 } as const

/** The last day on which the policy allows the payment of a refund that is due since `day`. */
export function dueBy(day: string): string {
  return addBusinessDays(day, REFUND_DAYS.last)
}

/** Whether the seventh business day after `since` has passed. */
export function isLate(since: string, today: string): boolean {
  return addBusinessDays(since, REFUND_DAYS.first) < today
}

/**
 * Tasks are due within `count` business days. Returns the midnight in Nairobi before which a late
 * task was created: a task created earlier was due before today.
 */
export function beforeDays(now: Date, count: number): Date {
  const today = nairobiDate(now)
  let time = Date.parse(`${today}T00:00:00+03:00`)
  const dayBefore = () => nairobiDate(new Date(time - DAY_MS))
  while (addBusinessDays(dayBefore(), count) >= today) time -= DAY_MS
  return new Date(time)
}
