import type { Db } from '../../platform/database/db.ts'
import type { Page } from '../../platform/http/list-page.ts'
import { type Sought, selectEventsByIds, selectPublicEvents } from '../events.sql.ts'
import { hasLongWord } from '../search.rules.ts'
import { type Search, selectAmongSoonest, selectByWords } from './found-events.sql.ts'

/** The soonest events are searched first, up to this many, before the index of words is used. */
const SOONEST_MAX = 100
/** A word found in more events is common: about every hundredth of 100,000 events has it. */
const FOUND_MAX = 1000
/**
 * The trigram index cannot find shorter words, so only this many of the soonest events are
 * searched.
 */
const SHORT_REACH = 5000

/**
 * A page of events on sale, soonest first, one row more than the limit. A search costs about as
 * much as a page, or as the events with its rarest words: it never reads all events.
 */
export async function findEvents(db: Db, now: Date, filter: Sought & Page) {
  const { words } = filter
  if (words === undefined) return await selectPublicEvents(db, now, filter)
  const search: Search = { ...filter, words }
  const ids = await findIds(db, now, search)
  // Many events have the words, though few of the soonest: walk along the dates until the page is
  // full.
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
