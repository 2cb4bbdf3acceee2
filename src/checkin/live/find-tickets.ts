import type { EventDay } from '../../events/event.rules.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import { type Limit, within } from '../../platform/limits/limits.ts'
import { bareNumber } from '../../platform/values/phone.rules.ts'
import { selectDoorQuestion } from '../../questions/door-question.sql.ts'
import { numberInAddress } from '../checkin.rules.ts'
import type { FoundTickets } from '../command-view.contract.ts'
import { areCancelled, otherDayOf } from '../days.rules.ts'
import type { GatePhone } from '../gate-phone.ts'
import { type Sought, selectSoughtTickets } from './find-tickets.sql.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Searches without a match per minute. Allows typing errors, prevents guessing phone numbers. */
const MISSES_MAX = 30
const PHONE_MISSES_A_DAY = 200
/**
 * The search by an account for which phone numbers are masked. The account must enter whole
 * numbers, because with parts of numbers it could find the hidden digits one by one. The number of
 * searches without a match per day is limited.
 */
export const WHOLE = { onlyWhole: true, missesADay: 30 }
/**
 * The most tickets that a gate phone may find. A thief with a stolen phone must not collect the
 * ticket numbers of an event by trying all endings of phone numbers. A steward looks up about ten
 * tickets a minute, and each search may find other tickets too if their digits match.
 */
const FOUND_MAX = { minute: 60, hour: 1000 }
/** If more tickets match, the user must enter more digits or a whole phone number. */
const FEW = 5
/** The number of digits of a whole phone number, without the leading 0 or 254. */
const PHONE_DIGITS = 9

type FindDeps = Pick<Deps, 'db' | 'clock'>
/** A search. `key` is the id of the account or gate phone whose searches are counted together. */
type Seeking = {
  eventId: string
  q: string
  key: string
  onlyWhole?: boolean
  missesADay?: number
}

/**
 * The reply contains no names and no phone numbers. It may contain answers to the question that the
 * organizer chose to show at the door.
 */
export async function findTickets(
  deps: FindDeps,
  { eventId, q, key, onlyWhole = false, missesADay }: Seeking,
): Promise<FoundTickets> {
  const sought = readSought(q)
  if (onlyWhole) requireWhole(sought)
  const limits: Limit[] = [
    { key: `find:${key}`, max: MISSES_MAX, windowMs: MINUTE_MS, isCountedAfter: true },
  ]
  if (missesADay) limits.push({ key: `find_day:${key}`, max: missesADay, windowMs: DAY_MS })
  const now = deps.clock.now()
  const seek = async () => {
    const found = await selectSoughtTickets(deps.db, eventId, { sought, now })
    if (found.length > FEW && !isWholePhone(sought)) {
      refuseField('q', `More than ${FEW} tickets match. Enter more of the number.`)
    }
    return found
  }
  const found = await within(deps, limits, seek, (found) => found.length > 0)
  const isAnswered = found.some(({ answer }) => answer !== null)
  const question = isAnswered && (await selectDoorQuestion(deps.db, eventId))
  return {
    ...(question && { question }),
    data: found.map(({ is_add_on, answer, days, ...ticket }) => ({
      ...ticket,
      ...dayFields(days, now),
      ...(answer !== null && { answer }),
      ...(is_add_on && { kind: 'add_on' as const }),
    })),
  }
}

/** The day of a ticket that does not let in today. A ticket of cancelled days is void. */
function dayFields(days: readonly EventDay[], now: Date) {
  if (areCancelled(days)) return { state: 'void', left: 0 }
  const day = otherDayOf(days, now.getTime())
  return day && { day_date: day.date }
}

/** Finds tickets for a gate phone. Limits how many tickets the phone may find. */
export async function findByPhone(
  deps: FindDeps,
  { id, eventId }: GatePhone,
  q: string,
): Promise<FoundTickets> {
  const found = await findTickets(deps, { eventId, q, key: id, missesADay: PHONE_MISSES_A_DAY })
  const by = found.data.length
  if (by === 0) return found
  const how = { isCountedAfter: true, by, text: FOUND_ENOUGH }
  const limits = [
    { ...how, key: `found:minute:${id}`, max: FOUND_MAX.minute, windowMs: MINUTE_MS },
    { ...how, key: `found:hour:${id}`, max: FOUND_MAX.hour, windowMs: 60 * MINUTE_MS },
  ]
  return await within(deps, limits, async () => found)
}

const FOUND_ENOUGH = 'Too many searches on this phone. Another phone can still search.'

const isWholePhone = ({ digits = '' }: Sought) => digits.length >= PHONE_DIGITS

function requireWhole(sought: Sought): void {
  if (sought.digits === undefined || isWholePhone(sought)) return
  refuseField('q', 'Enter the whole phone number, or the ticket number.')
}

const NUMBER_START = /^[0-9A-HJKMNP-TV-Z]{4,16}$/

/** Four or more characters may begin a ticket number. Digits may also end a phone number. */
function readSought(q: string): Sought {
  const bare = bareNumber(numberInAddress(q)).toUpperCase()
  // People write phone numbers with a leading 0; the database stores them with 254.
  if (/^\d{4,12}$/.test(bare)) return { number: bare, digits: bare.replace(/^0(?=\d{9}$)/, '') }
  const number = bare.replace(/[IL]/g, '1').replace(/O/g, '0')
  if (NUMBER_START.test(number)) return { number }
  refuseField('q', 'Enter a ticket number, or at least the last four digits of a phone number.')
}
