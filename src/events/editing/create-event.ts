import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { toAuditEntries } from './audit-diff.ts'
import { checkReferences } from './check-references.ts'
import type { EventInput, TicketTypeInput } from './event-edit.contract.ts'
import { insertEvent, selectLinks } from './event-edit.sql.ts'
import { NO_TYPE_TEXT, REQUIRED_TEXT } from './event-form.rules.ts'
import { readEventInput } from './parse-event.ts'
import { planTypes, refuseTooManyGates, writeTypes } from './ticket-types.ts'

const REQUIRED = ['title', 'date', 'time', 'location', 'price', 'image'] as const

/** Adds an event with its ticket types; returns its id. Throws an AppError that names the field. */
export async function createEvent(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  input: EventInput,
): Promise<string> {
  for (const field of REQUIRED) {
    if ((input[field] ?? '') !== '') continue
    refuseField(field, REQUIRED_TEXT)
  }
  const change = readEventInput(input, deps.env.publicOrigin)
  const { title = '', date = '', time = '', location = '', price_cents = 0 } = change
  return await inTransaction(deps.db, async (tx) => {
    const id = newId()
    const now = deps.clock.now()
    const plan = planTypes([], readTypes(input))
    refuseTooManyGates(plan, [])
    const organizer = await checkReferences(tx, null, { image_key: null, ...change }, now)
    const event = { ...change, title, date, time, location, price_cents }
    await insertEvent(tx, { ...event, id, created_at: now, updated_at: now })
    await writeTypes(tx, id, plan, now)
    const { is_published = false, is_sold_out = false } = change
    const shown = { title, date, time, location, price_cents, organizer }
    const entries = toAuditEntries(
      { id, old: null, new: { ...shown, is_published, is_sold_out } },
      plan,
      { old: [], new: await selectLinks(tx, id) },
    )
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, entries)
    return id
  })
}

/**
 * Ticket types may be left out and added later. An empty list is refused, because that event would
 * never sell.
 */
function readTypes({ ticket_types }: EventInput): TicketTypeInput[] {
  if (ticket_types?.length === 0) refuseField('ticket_types', NO_TYPE_TEXT)
  return ticket_types ?? []
}
