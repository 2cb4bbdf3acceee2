import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import { within } from '../../platform/limits/limits.ts'
import type { FoundTickets } from '../command-view.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import { type Sought, selectSoughtTickets } from './find-tickets.sql.ts'

const MINUTE_MS = 60_000
/** Guessing at the ends of phone numbers leads nowhere, and a mistyped one does not end the search. */
const MISSES_MAX = 30
/**
 * Keeps a stolen phone from collecting an event's numbers by trying all ends of phone numbers. A
 * steward at a desk finds about ten tickets a minute, and some others with the same digits.
 */
const FOUND_MAX = { minute: 60, hour: 1000 }
/** More results than this mean that the search is too short. */
const FEW = 5
/** Without its 0 or 254: what ends so is one phone. */
const PHONE_DIGITS = 9

type FindDeps = Pick<Deps, 'db' | 'clock'>
type Seeking = { eventId: string; q: string /** Who seeks, for the limit. */; key: string }

/** Tickets of an event by number or by the last digits of a phone; no name, no phone in it. */
export async function findTickets(
  deps: FindDeps,
  { eventId, q, key }: Seeking,
): Promise<FoundTickets> {
  const sought = readSought(q)
  const limit = {
    key: `find:${key}`,
    max: MISSES_MAX,
    windowMs: MINUTE_MS,
    isCountedAfter: true,
  }
  const seek = async () => {
    const found = await selectSoughtTickets(deps.db, eventId, sought)
    if (found.length > FEW && !isWholePhone(sought)) {
      refuseField('q', `More than ${FEW} tickets match. Type more of the number, or all of it.`)
    }
    return found
  }
  return { data: await within(deps, [limit], seek, (found) => found.length > 0) }
}

/** The same search for a gate phone, with a limit on the number of tickets found. */
export async function findByPhone(
  deps: FindDeps,
  { id, eventId }: GatePhone,
  q: string,
): Promise<FoundTickets> {
  const found = await findTickets(deps, { eventId, q, key: id })
  const by = found.data.length
  if (by === 0) return found
  const how = { isCountedAfter: true, by, text: FOUND_ENOUGH }
  const limits = [
    { ...how, key: `found:minute:${id}`, max: FOUND_MAX.minute, windowMs: MINUTE_MS },
    { ...how, key: `found:hour:${id}`, max: FOUND_MAX.hour, windowMs: 60 * MINUTE_MS },
  ]
  return await within(deps, limits, async () => found)
}

const FOUND_ENOUGH =
  'This phone has found as many tickets as it may for now. Wait a little, or look the ticket up with another phone.'

const isWholePhone = ({ digits = '' }: Sought) => digits.length >= PHONE_DIGITS

const NUMBER_START = /^[0-9A-HJKMNP-TV-Z]{4,16}$/

/** Four symbols or more begin a number; digits alone may be the end of a phone as well. */
function readSought(q: string): Sought {
  const inAddress = /\/t\/([^/?#]+)\/?$/.exec(q.trim())?.[1] ?? q
  const bare = inAddress.toUpperCase().replace(/[\s+-]/g, '')
  // A whole number as people write it begins with 0, and is kept with 254.
  if (/^\d{4,12}$/.test(bare)) return { number: bare, digits: bare.replace(/^0(?=\d{9}$)/, '') }
  const number = bare.replace(/[IL]/g, '1').replace(/O/g, '0')
  if (NUMBER_START.test(number)) return { number }
  refuseField('q', 'Type a ticket number, or at least the last four digits of a phone number.')
}
