import type { Db } from '../../platform/database/db.ts'
import type { Page } from '../../platform/http/list-page.ts'
import { type Sought, selectEventsByIds, selectPublicEvents } from '../events.sql.ts'
import { hasLongWord } from '../search.rules.ts'
import { type Search, selectAmongSoonest, selectByWords } from './found-events.sql.ts'

/** So many of the soonest events are looked at before the index of words is asked. */
const SOONEST_MAX = 100
/** Of a word that more events have, every hundredth or so of a hundred thousand has it. */
const FOUND_MAX = 1000
/** An index of three letters knows nothing of shorter words: so far ahead they are looked for. */
const SHORT_REACH = 5000

/**
 * A page of what is on sale, soonest first; one more than the limit. A search costs what a page
 * does, or a part of what its rarest words have: it never reads all that are on sale.
 */
export async function findEvents(db: Db, now: Date, filter: Sought & Page) {
  const { words } = filter
  if (words === undefined) return await selectPublicEvents(db, now, filter)
  const search: Search = { ...filter, words }
  const ids = await findIds(db, now, search)
  // Many have the words, though few of the soonest: so the list is short until the page is full.
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
