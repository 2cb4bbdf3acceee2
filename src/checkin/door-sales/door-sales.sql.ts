import type { Db } from '../../platform/database/db.ts'

/** The people per unit of the type, such as 10 for a table. 1 for an add-on or an unknown type. */
export async function selectPeoplePerUnit(db: Db, typeId: string): Promise<number> {
  const type = db.selectFrom('ticket_type').select(['sold_in', 'kind']).where('id', '=', typeId)
  const { sold_in = 1, kind = 'entry' } = (await type.executeTakeFirst()) ?? {}
  return kind === 'entry' ? sold_in : 1
}

/** Whether the event has this ticket type and the organizer does not sell the type at the door. */
export async function isKeptFromDoor(
  db: Db,
  { eventId, typeId }: { eventId: string; typeId: string },
): Promise<boolean> {
  const types = db.selectFrom('ticket_type').select('id').where('id', '=', typeId)
  const kept = types.where('event_id', '=', eventId).where('archived_at', 'is', null)
  return (await kept.where('sold_at_door', '=', false).executeTakeFirst()) !== undefined
}
