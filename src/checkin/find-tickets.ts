import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { within } from '../platform/limits.ts'
import type { FoundTickets } from './command-view.contract.ts'
import { type Sought, selectSoughtTickets } from './find-tickets.sql.ts'

const MINUTE_MS = 60_000
/** Guessing at the ends of phone numbers leads nowhere, and a mistyped one does not end the search. */
const MISSES_MAX = 30

type Seeking = { eventId: string; q: string /** Who seeks, for the limit. */; key: string }

/** Tickets of an event by number or by the last digits of a phone; no name, no phone in it. */
export async function findTickets(
  deps: Pick<Deps, 'db' | 'clock'>,
  { eventId, q, key }: Seeking,
): Promise<FoundTickets> {
  const sought = readSought(q)
  const limit = {
    key: `find:${key}`,
    max: MISSES_MAX,
    windowMs: MINUTE_MS,
    isCountedAfter: true,
  }
  const seek = () => selectSoughtTickets(deps.db, eventId, sought)
  return { data: await within(deps, [limit], seek, (found) => found.length > 0) }
}

const NUMBER_START = /^[0-9A-HJKMNP-TV-Z]{4,16}$/

/** Four symbols or more begin a number; digits alone may be the end of a phone as well. */
function readSought(q: string): Sought {
  const inAddress = /\/t\/([^/?#]+)\/?$/.exec(q.trim())?.[1] ?? q
  const bare = inAddress.toUpperCase().replace(/[\s+-]/g, '')
  // A whole number as people write it begins with 0, and is kept with 254.
  if (/^\d{4,12}$/.test(bare)) return { number: bare, digits: bare.replace(/^0(?=\d{9}$)/, '') }
  const number = bare.replace(/[IL]/g, '1').replace(/O/g, '0')
  if (NUMBER_START.test(number)) return { number }
  throw new AppError('invalid_field', {
    text: 'Type a ticket number, or at least the last four digits of a phone number.',
    details: { field: 'q' },
  })
}
