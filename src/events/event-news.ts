import type { Deps } from '../platform/deps.ts'
import { selectLatestChange, selectRefunding } from './event-change.sql.ts'
import type { EventReply } from './events.contract.ts'
import { formerly } from './reschedule.rules.ts'

/** What happened to one event since its tickets were sold. */
export async function readNews(
  deps: Pick<Deps, 'db'>,
  eventId: string,
): Promise<Pick<EventReply, 'moved_from' | 'refunds'>> {
  const change = await selectLatestChange(deps.db, eventId)
  const state = await selectRefunding(deps.db, eventId)
  return {
    moved_from: change ? formerly(change.old, change.new) : null,
    refunds: state === null ? null : state === 'done' ? 'done' : 'running',
  }
}
