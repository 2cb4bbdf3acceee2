import type { Deps } from '../platform/deps.ts'
import { isUuid } from '../platform/ids.ts'
import { takePage, wrongCursor } from '../platform/list-page.ts'
import type { Viewer } from '../platform/viewer.ts'
import { describeManagedEvent } from './describe-managed-event.ts'
import { readFlag } from './event.rules.ts'
import type { EventList, EventQuery } from './events.contract.ts'
import { selectAllTypes, selectManagedEvents } from './events.sql.ts'
import { readDay } from './inputs.ts'

/** A page of the viewer's events, drafts and past ones included; by default the latest first. */
export async function listManagedEvents(
  deps: Deps,
  viewer: Viewer,
  query: EventQuery,
): Promise<EventList> {
  const limit = Number(query.limit ?? 24)
  const rows = await selectManagedEvents(deps.db, viewer, deps.clock.now(), {
    isPublished: readFlag(query.is_published),
    isMainEvent: readFlag(query.is_main_event),
    isFeatured: readFlag(query.is_featured),
    category: query.category,
    search: query.q?.trim() || undefined,
    from: readDay('from', query.from),
    to: readDay('to', query.to),
    sort: query.sort ?? '-date',
    after: query.cursor === undefined ? undefined : readCursor(query.cursor),
    limit,
  })
  const { page, next_cursor } = takePage(rows, limit, writeCursor)
  const ids = page.map((row) => row.id)
  const types = ids.length > 0 ? await selectAllTypes(deps.db, ids) : []
  const byEvent = Map.groupBy(types, (type) => type.event_id)
  return {
    data: page.map((row) =>
      describeManagedEvent(deps.env.publicOrigin, row, byEvent.get(row.id) ?? []),
    ),
    next_cursor,
  }
}

function writeCursor({ sort_key, id }: { sort_key: string; id: string }): string {
  return Buffer.from(`${id} ${sort_key}`).toString('base64url')
}

function readCursor(cursor: string): { key: string; id: string } {
  const text = Buffer.from(cursor, 'base64url').toString()
  const id = text.slice(0, 36)
  if (isUuid(id) && text[36] === ' ') return { key: text.slice(37), id }
  throw wrongCursor()
}
