// Rule: only src/ui/dates.rules.ts formats dates and times for people, and messages/sms.rules.ts those
// of SMS, so that each medium has one format.
import { isTest, type Source, type Violation } from './source.ts'

const PLACE = 'src/ui/dates.rules.ts'
const PLACES = [PLACE, 'src/messages/sms.rules.ts']

/** Code that formats dates or AM and PM, or lists abbreviated months or weekdays. */
const BY_HAND =
  /\bDateTimeFormat\b|\btoLocale(?:Date|Time)String\b|% 12 \|\| 12|\? 'AM'|'Jan', 'Feb'|'Sun', 'Mon'|new Date\([^)]*\)\.toLocaleString/g

export function checkDates({ path, code }: Source): Violation[] {
  if (!path.startsWith('src/') || PLACES.includes(path) || isTest(path)) return []
  return [...code.matchAll(BY_HAND)].map((match) => ({
    rule: 'dates',
    path,
    line: code.slice(0, match.index).split('\n').length,
    message: `${match[0]} formats a date by hand: use a function of ${PLACE}.`,
  }))
}
