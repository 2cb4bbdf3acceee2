import type { Db } from '../../platform/database/db.ts'

/** Whether the ticket type is one of the event that its organizer does not sell at the door. */
export async function isKeptFromDoor(
  db: Db,
  { eventId, typeId }: { eventId: string; typeId: string },
): Promise<boolean> {
  const types = db.selectFrom('ticket_type').select('id').where('id', '=', typeId)
  const kept = types.where('event_id', '=', eventId).where('archived_at', 'is', null)
  return (await kept.where('sold_at_door', '=', false).executeTakeFirst()) !== undefined
}
