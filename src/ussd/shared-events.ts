import { EventError } from '../events/errors.ts'
import type { EventList, EventQuery, EventReply } from '../events/events.contract.ts'
import { listPublicEvents, readPublicEvent } from '../events/search/public-events.ts'
import { batchByDatabase } from '../platform/database/batch.ts'
import type { UssdDeps } from './visit.ts'

type Read = () => Promise<unknown>

const shareRead = batchByDatabase<Read, unknown>(readOnce)

/**
 * Shares one read among turns, because thousands of callers dial an event when its sale begins. A
 * turn only shares a read that began after the turn arrived, so no screen shows data older than its
 * turn.
 */
async function share<T>({ db }: UssdDeps, key: string, read: () => Promise<T>): Promise<T> {
  return (await shareRead(db, key, read)) as T
}

async function readOnce(reads: Read[]): Promise<unknown[]> {
  const one = await reads[0]!()
  return reads.map(() => one)
}

/** Reads a public event. Null if the event is no longer public. */
export async function readEvent(deps: UssdDeps, id: string): Promise<EventReply | null> {
  const known = deps.seen?.get(id)
  if (known !== undefined) return known
  const event = await readAnew(deps, id)
  deps.seen?.set(id, event)
  return event
}

async function readAnew(deps: UssdDeps, id: string): Promise<EventReply | null> {
  return await share(deps, id, async () => {
    try {
      return await readPublicEvent(deps, id)
    } catch (error) {
      if (error instanceof EventError) return null
      throw error
    }
  })
}

export async function listEvents(deps: UssdDeps, query: EventQuery): Promise<EventList> {
  return await share(deps, JSON.stringify(query), () => listPublicEvents(deps, query))
}
