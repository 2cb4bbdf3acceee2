import type { EventQuery, EventReply } from '../events/events.contract.ts'
import { readOrganizer } from '../events/organizers/organizer-pages.ts'
import { listPublicEvents, readChoices, readPublicEvent } from '../events/search/public-events.ts'
import type { Deps } from '../platform/database/deps.ts'
import type { FetchApi } from '../ui/api.ts'

type ReadDeps = Pick<Deps, 'reads' | 'env' | 'clock'>

const EVENT = /^\/api\/events\/([^/?]+)$/
const ORGANIZER = /^\/api\/organizers\/([^/?]+)$/

/**
 * Returns a `FetchApi` for public pages that calls the functions behind the API's routes directly,
 * because writing and parsing JSON takes as long as the database query. Requests whose input the
 * API could refuse still go to the API. So do requests for which the direct read fails or finds
 * nothing, because a replica may lack an event that the primary has.
 */
export function readDirectly(deps: ReadDeps, fetchApi: FetchApi): FetchApi {
  const reading = { ...deps, db: deps.reads }
  return async (path, init) =>
    (await readKnown(reading, path).catch(() => null)) ?? (await fetchApi(path, init))
}

async function readKnown(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  path: string,
): Promise<Response | null> {
  const id = EVENT.exec(path)?.[1]
  if (id) return asAnswer(withoutUnread(await readPublicEvent(deps, id)))
  const organizer = ORGANIZER.exec(path)?.[1]
  if (organizer) return asAnswer(await readOrganizer(deps, null, organizer))
  if (path === '/api/event_choices') return asAnswer(await readChoices(deps))
  if (!path.startsWith('/api/events?')) return null
  const query = Object.fromEntries(new URLSearchParams(path.split('?')[1]))
  return asAnswer(await listPublicEvents(deps, query as EventQuery))
}

/** The event without fields that no page reads, because they would lengthen the page's HTML. */
function withoutUnread(event: EventReply) {
  const { category_id: _, updated_at: __, is_main_event: ___, is_featured: ____, ...read } = event
  const types = event.ticket_types.map(
    ({ updated_at: _, event_id: __, type_offset: ___, ...type }) => type,
  )
  return { ...read, ticket_types: types }
}

/** A response that has only the parts that callApi reads. */
function asAnswer(data: unknown): Response {
  return { ok: true, status: 200, json: async () => data } as Response
}
