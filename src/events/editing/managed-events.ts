import { toServiceFee } from '../../accounts/fees/service-fee.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { readPage, type Sorting, takePage } from '../../platform/http/list-page.ts'
import { rightsOver } from '../../platform/http/rights.rules.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { selectRequest, selectRequests } from '../../requests/requests.sql.ts'
import { newsOf, toManagedEventReply } from '../event-reply.ts'
import type { EventList, EventQuery, EventReply } from '../events.contract.ts'
import { MANAGED_SORTS, nextFirst, selectManagedEvent, selectManagedEvents } from '../events.sql.ts'
import { imageUrl } from '../image.rules.ts'
import { selectPools } from '../pools/pools.sql.ts'
import { feeTermsNow } from '../price.rules.ts'
import { searchWords } from '../search.rules.ts'
import { selectSoughtWords } from '../search.sql.ts'
import { selectAllTypes } from '../ticket-types.sql.ts'
import { type Difference, differencesOf } from './event-diff.rules.ts'
import type { EventInput } from './event-edit.contract.ts'
import { readDay, readFlag } from './parse-event.ts'
import { storedInputOf, wholeWith, withChange } from './pending-change.rules.ts'
import {
  type EventProposal,
  type Host,
  type LastReturn,
  selectHost,
  selectLastReturn,
} from './review.sql.ts'
import { hostWordsToCheck, wordsToCheck } from './words-to-check.ts'

/** The event with its edit fields. Null if the viewer does not manage it. */
export async function readManagedEvent(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<EventReply | null> {
  const now = deps.clock.now()
  const row = isUuid(id) ? await selectManagedEvent(deps.db, viewer, now, id) : undefined
  if (!row) return null
  const types = await selectAllTypes(deps.db, [row.id])
  const pools = await selectPools(deps.db, row.id)
  const request = await selectRequest<EventProposal>(deps.db, 'event', row.id)
  const { measure, has_orders } = row
  const shown = toManagedEventReply(deps.env, row, types, now)
  const rights = rightsOver(viewer, row)
  const mayKnowFee = rights.includes('edit') || rights.includes('money')
  const fee = mayKnowFee
    ? { service_fee: toServiceFee(feeTermsNow(row.fee, deps.env.serviceFee)) }
    : {}
  const event = { ...shown, ...newsOf(row), ...fee, pools, measure, rights, has_orders }
  if (!request) return event
  const { state, note: words } = request
  const { seen, change } = request.proposal
  const stored = storedInputOf(event)
  const host = state === 'sent' ? await selectHost(deps.db, row.organizer_id) : undefined
  const shownHost = host ? { host: toHostReply(deps.env.publicOrigin, host) } : {}
  const isAgain = state === 'sent' && viewer.role === 'admin'
  const returned = isAgain
    ? await readReturn(deps.db, row.id, { proposal: request.proposal, stored, host })
    : {}
  if (change) {
    const proposed = withChange(stored, change)
    const known = { change, changes: differencesOf(stored, proposed) }
    const marked = markedIn(proposed, host)
    return { ...event, ...shownHost, review: { state, words, ...marked, ...known, ...returned } }
  }
  const changes = seen ? differencesOf(seen, stored) : []
  const marked = markedIn(stored, host)
  return { ...event, ...shownHost, review: { state, words, ...marked, changes, ...returned } }
}

type Again = {
  proposal: EventProposal
  stored: EventInput
  host: Host | undefined
}

/** The last return of a request that was sent again, with the changes since the return. */
async function readReturn(
  db: Db,
  eventId: string,
  { proposal, stored, host }: Again,
): Promise<Pick<NonNullable<EventReply['review']>, 'returned'>> {
  const last = await selectLastReturn(db, eventId)
  if (!last) return {}
  const { at, by, words, times, questions } = last
  const { seen, seen_page, change } = proposal
  const isPageChanged = seen_page !== null && seen_page !== (host?.version ?? '')
  const changes = seen && [
    ...differencesOf(seen, wholeWith(stored, change)),
    ...(isPageChanged ? [{ what: "Organizer's public page", before: '', after: '' }] : []),
    // New questions of a published event wait on their own.
    ...(questions && !change ? [questionDifference(questions)] : []),
  ]
  return { returned: { at: at.toISOString(), by, words, times, ...(changes && { changes }) } }
}

function questionDifference({ before, after }: NonNullable<LastReturn['questions']>): Difference {
  return { what: 'Questions', before: before.join(' · '), after: after.join(' · ') }
}

function toHostReply(origin: string, host: Host) {
  const { name, about: words, image_key, whatsapp, instagram, tiktok, version } = host
  const image = image_key === null ? null : imageUrl(origin, image_key)
  return { name, words, image, whatsapp, instagram, tiktok, version }
}

function markedIn(input: EventInput, host: Host | undefined) {
  const found = [...wordsToCheck(input), ...hostWordsToCheck(host)]
  return found.length > 0 ? { words_to_check: found } : {}
}

function sortingOf(sort: EventQuery['sort'] = '-date', now: Date): Sorting {
  if (sort !== 'next') return MANAGED_SORTS[sort]
  const { id } = MANAGED_SORTS.date.keys
  const sort_key = { column: nextFirst(now), kind: 'text' } as const
  return { name: 'next', isDown: false, keys: { sort_key, id: id! } }
}

/**
 * A page of the events that the viewer manages, including drafts and past events. The latest event
 * is first unless `sort` requests another order.
 */
export async function listManagedEvents(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  query: EventQuery,
): Promise<EventList> {
  const wanted = readPage(sortingOf(query.sort, deps.clock.now()), query, 24)
  // If `q` is blank, the whole list is returned. If `q` has only punctuation, nothing is found.
  const words = query.q?.trim() ? searchWords(query.q) : undefined
  if (words?.length === 0) return { data: [], next_cursor: null }
  const rows = await selectManagedEvents(deps.db, viewer, deps.clock.now(), {
    isPublished: readFlag(query.is_published),
    isMainEvent: readFlag(query.is_main_event),
    isFeatured: readFlag(query.is_featured),
    category: query.category,
    words: words && (await selectSoughtWords(deps.db, words)),
    from: readDay('from', query.from),
    to: readDay('to', query.to),
    ...wanted,
  })
  const { page, next_cursor } = takePage(rows, wanted)
  const ids = page.map((row) => row.id)
  const types = await selectAllTypes(deps.db, ids)
  const byEvent = Map.groupBy(types, (type) => type.event_id)
  const requests = await selectRequests(deps.db, 'event', ids)
  const reviewOf = (id: string) => {
    const request = requests.find(({ subject_id }) => subject_id === id)
    return request && { review: { state: request.state, words: request.note } }
  }
  return {
    data: page.map((row) => ({
      ...toManagedEventReply(deps.env, row, byEvent.get(row.id) ?? [], deps.clock.now()),
      ...reviewOf(row.id),
    })),
    next_cursor,
  }
}
