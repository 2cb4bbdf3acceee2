import { sql } from 'kysely'
import type { TeamEvents } from '../../accounts/team/team-events.ts'

export const teamEvents: TeamEvents = {
  async ownsEvents(db, accountId) {
    const { rows } = await sql`
      select from event where organizer_id = ${accountId} limit 1`.execute(db)
    return rows.length > 0
  },
  async withEvents(db, rows) {
    const ids = rows.flatMap(({ event_id }) => event_id ?? [])
    const events = await db
      .selectFrom('event')
      .select(['id', 'title', 'is_published', 'organizer_id'])
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute()
    const byId = new Map(events.map((event) => [event.id, event]))
    return rows
      .map((row) => ({ ...row, event: byId.get(row.event_id ?? '') ?? null }))
      .filter((row) => !row.event_id || row.event?.organizer_id === row.organizer_id)
  },
  async readPublishedTitle(db, { organizerId, eventId }) {
    const { rows } = await sql<{ title: string }>`
      select title from event where organizer_id = ${organizerId} and is_published
      order by id is not distinct from ${eventId}::uuid desc, date desc, id limit 1`.execute(db)
    return rows[0]?.title
  },
  async readNames(db, ids) {
    const { rows } = await sql<{ id: string; name: string }>`
      select a.id, coalesce(p.name, a.full_name) as name
      from account a left join organizer_page p on p.account_id = a.id
      where a.id = any(${ids}::uuid[])`.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
  async readDecidedName(db, id) {
    const { rows } = await sql<{ name: string }>`
      select name from organizer_page where account_id = ${id} and is_name_decided`.execute(db)
    return rows[0]?.name
  },
}
