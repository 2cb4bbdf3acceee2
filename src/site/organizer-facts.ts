import { EventError } from '../events/errors.ts'
import { readDebt } from '../payouts/payouts.ts'
import type { Deps } from '../platform/database/deps.ts'
import { isUuid } from '../platform/ids.ts'
import { toKes } from '../platform/values/money.rules.ts'
import type { OrganizerFacts } from './organizer-facts.contract.ts'
import { type FactsRow, selectOrganizerFacts } from './organizer-facts.sql.ts'

/** The facts about an event's organizer, for admins. Throws event_not_found. */
export async function readOrganizerFacts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  eventId: string,
): Promise<OrganizerFacts> {
  const now = clock.now()
  const row = isUuid(eventId) ? await selectOrganizerFacts(db, eventId, now) : undefined
  if (!row) throw new EventError('event_not_found')
  const { account_id: id } = row
  return {
    organizer:
      id === null ? null : { ...organizerOf(row), owes: toKes(await readDebt(db, id, now)) },
    asked: row.asker_name === null ? null : askerOf(row, row.asker_name),
  }
}

function organizerOf({ name, email, phone, created_at, ...counts }: FactsRow) {
  const { held, missed, coming, cancelled, total, open, this_event, first_open } = counts
  return {
    name,
    email,
    phone,
    created_at: created_at.toISOString(),
    events: { held, missed, coming, cancelled },
    complaints: { total, open, this_event, first_open },
  }
}

const askerOf = ({ asker_email: email, asked_at }: FactsRow, name: string) => ({
  name,
  email,
  at: asked_at.toISOString(),
})
