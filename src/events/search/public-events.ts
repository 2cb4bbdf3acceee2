import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type Page, readPage, takePage } from '../../platform/http/list-page.ts'
import { isUuid } from '../../platform/ids.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { readDay, readFlag } from '../editing/parse-event.ts'
import { EventError } from '../errors.ts'
import { toEventReply, toPublicReply } from '../event-reply.ts'
import type { EventChoices, EventList, EventQuery, EventReply } from '../events.contract.ts'
import {
  SOONEST,
  type Sought,
  selectEventsByIds,
  selectPublicEvent,
  selectPublicEvents,
} from '../events.sql.ts'
import { moneyOf } from '../payout-plan/payout-release.rules.ts'
import { hasLongWord, searchWords } from '../search.rules.ts'
import { selectSoughtWords } from '../search.sql.ts'
import { selectTicketTypes } from '../ticket-types.sql.ts'
import { selectChoices } from './choices.sql.ts'
import { thisWeekend, tonight } from './date-range.rules.ts'
import { type Search, selectAmongSoonest, selectByWords } from './found-events.sql.ts'

type EventDeps = Pick<Deps, 'db' | 'env' | 'clock'>

/** The public list of events on sale. */
export async function listPublicEvents(deps: EventDeps, query: EventQuery): Promise<EventList> {
  // A blank `q` finds nothing (specification section 5). If `q` is absent, all events are listed.
  const words = query.q === undefined ? undefined : searchWords(query.q)
  if (words?.length === 0 || query.is_published === 'false') return { data: [], next_cursor: null }
  const wanted = readPage(SOONEST, query, 24)
  const rows = await findEvents(deps.db, deps.clock.now(), {
    isMainEvent: readFlag(query.is_main_event),
    isFeatured: readFlag(query.is_featured),
    category: query.category,
    words: words && (await selectSoughtWords(deps.db, words)),
    from: readDay('from', query.from),
    to: readDay('to', query.to),
    town: query.town,
    isFree: readFlag(query.is_free),
    ...wanted,
  })
  const { page, next_cursor } = takePage(rows, wanted)
  const types = page.length
    ? await selectTicketTypes(
        deps.db,
        page.map((row) => row.id),
      )
    : []
  const now = deps.clock.now()
  const byEvent = Map.groupBy(types, (type) => type.event_id)
  return {
    data: page.map((row) => toEventReply(deps.env, row, byEvent.get(row.id) ?? [], now)),
    next_cursor,
  }
}

/** The choices of the home page. Each choice finds at least one event. */
export async function readChoices({
  db,
  clock,
}: Pick<EventDeps, 'db' | 'clock'>): Promise<EventChoices> {
  const now = clock.now()
  const today = nairobiDate(now)
  return await selectChoices(db, now, { tonight: tonight(today), weekend: thisWeekend(today) })
}

export async function readPublicEvent(deps: EventDeps, id: string): Promise<EventReply> {
  const now = deps.clock.now()
  const row = isUuid(id) ? await selectPublicEvent(deps.db, now, id) : undefined
  if (!row) throw new EventError('event_not_found')
  const event = toPublicReply(deps.env, row, row.ticket_types, now)
  return { ...event, ...moneyOf(deps.env, event, { heldUntil: row.held_until, now }) }
}

/**
 * Each search first checks this number of soonest events. It uses the word index only if these
 * events do not fill the page.
 */
const SOONEST_MAX = 100
/**
 * A word is common if more events than this contain it. With 100,000 events, this is one event in
 * a hundred.
 */
const FOUND_MAX = 1000
/**
 * The number of soonest events that are searched if no word has three letters or digits in a row.
 * The trigram index cannot find such words.
 */
const SHORT_REACH = 5000

/**
 * Finds a page of events on sale, soonest first. Returns up to `limit` + 1 rows. The cost of a
 * search depends on the page size, or on the number of events that contain the rarest word of the
 * search. It does not depend on the number of all events.
 */
async function findEvents(db: Db, now: Date, filter: Sought & Page) {
  const { words } = filter
  if (words === undefined) return await selectPublicEvents(db, now, filter)
  const search: Search = { ...filter, words }
  const ids = await findIds(db, now, search)
  // Many events contain the words, but few of the soonest events do. Reads events in the order of
  // their dates until the page is full.
  if (ids === null) return await selectPublicEvents(db, now, filter)
  return await selectEventsByIds(db, now, ids)
}

async function findIds(db: Db, now: Date, search: Search): Promise<string[] | null> {
  const near = await selectAmongSoonest(db, now, search, SOONEST_MAX)
  const isAll = near.ids.length > search.limit || (near.seen ?? 0) < SOONEST_MAX
  if (isAll) return near.ids
  if (hasLongWord(search.words.map(({ word }) => word)))
    return await selectByWords(db, now, search, FOUND_MAX)
  return (await selectAmongSoonest(db, now, search, SHORT_REACH)).ids
}
