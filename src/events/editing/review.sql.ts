import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import type { PendingChange } from '../pending-change.contract.ts'
import type { EventInput } from './event-edit.contract.ts'

/** The proposal of a request to publish a draft, or to change a published event. */
export type EventProposal = {
  /** The part of a change that is waiting for approval. Null for a draft. */
  change: PendingChange | null
  /** The draft as it was when an admin returned it. */
  seen: EventInput | null
}

/** The changes of the event after `since` in the audit log. */
export async function selectChangesSince(tx: Tx, eventId: string, since: Date) {
  const { rows } = await sql<{ action: string; before: unknown; after: unknown }>`
    select action, before, after from audit_log
    where event_id = ${eventId} and at > ${since}
      and action not in ('event_sent_in', 'event_returned') order by id`.execute(tx)
  return rows
}
