import type { Stage } from './stage.ts'

/** The audit log of an event, oldest row first. */
export async function readAudit({ db }: Stage, { id }: { id: string }) {
  return await db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('event_id', '=', id)
    .orderBy('id')
    .execute()
}
