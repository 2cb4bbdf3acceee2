import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import type { Viewer } from '../platform/viewer.ts'
import { describeManagedEvent } from './describe-managed-event.ts'
import { readFlag } from './event.rules.ts'
import type { EventList, EventQuery } from './events.contract.ts'
import { selectAllTypes, selectManagedEvents } from './events.sql.ts'
import { readDay } from './read-day.ts'

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
  const page = rows.slice(0, limit)
  const ids = page.map((row) => row.id)
  const types = ids.length > 0 ? await selectAllTypes(deps.db, ids) : []
  const byEvent = Map.groupBy(types, (type) => type.event_id)
  const last = page.at(-1)
  return {
    data: page.map((row) =>
      describeManagedEvent(deps.env.publicOrigin, row, byEvent.get(row.id) ?? []),
    ),
    next_cursor: rows.length > limit && last ? writeCursor(last.sort_key, last.id) : null,
  }
}

function writeCursor(key: string, id: string): string {
  return Buffer.from(`${id} ${key}`).toString('base64url')
}

function readCursor(cursor: string): { key: string; id: string } {
  const text = Buffer.from(cursor, 'base64url').toString()
  const id = text.slice(0, 36)
  if (isUuid(id) && text[36] === ' ') return { key: text.slice(37), id }
  throw new AppError('invalid_field', {
    text: 'cursor is not one that a list gave.',
    details: { field: 'cursor' },
  })
}
