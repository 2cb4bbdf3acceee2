import type { Insertable } from 'kysely'
import { insertAudit } from '../../accounts/audit-log.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { addGates, finishGates, type GatePlan } from '../entrances/own-gates.ts'
import { selectTicketTypes } from '../ticket-types.sql.ts'
import { startingPrice } from '../types/starting-price.rules.ts'
import { toAuditEntries } from './audit-diff.ts'
import { insertEvent, selectLinks, updateEvent } from './event-edit.sql.ts'
import { type TypePlan, writeTypes } from './ticket-types.ts'

type NewEvent = {
  event: Omit<Insertable<DB['event']>, 'id' | 'created_at' | 'updated_at'>
  /** The organizer's email address. Null if the event has no organizer. */
  organizer: string | null
  plan: TypePlan
  gates: GatePlan
  now: Date
}

/** Inserts an event with its ticket types, gates and audit entries. Returns its id. */
export async function addEvent(
  tx: Tx,
  viewer: Viewer,
  { event, organizer, plan, gates, now }: NewEvent,
): Promise<string> {
  const id = newId()
  await insertEvent(tx, { ...event, id, created_at: now, updated_at: now })
  await addGates(tx, id, gates)
  await writeTypes(tx, id, plan, now)
  await finishGates(tx, gates, { namedGates: undefined, awaited: [] })
  const starting = await readStartingCents(tx, id)
  if (starting !== null) await updateEvent(tx, id, { price_cents: starting })
  const { title, date = null, time = null, location, price_cents } = event
  const {
    is_published = false,
    is_sold_out = false,
    max_per_phone = null,
    fees_on_top = false,
    payout_release = 'any_time',
  } = event
  const fields = { title, date, time, location, price_cents, max_per_phone }
  const shown = { ...fields, fees_on_top, payout_release, organizer, is_published, is_sold_out }
  const links = { old: [], new: await selectLinks(tx, id) }
  const entries = toAuditEntries({ id, old: null, new: shown }, plan, links, gates)
  await insertAudit(tx, { accountId: viewer.accountId, at: now }, entries)
  return id
}

/** The starting price, computed from the stored ticket types. Null if no type has a price yet. */
export async function readStartingCents(tx: Tx, id: string): Promise<number | null> {
  const types = await selectTicketTypes(tx, [id])
  return startingPrice(
    types.map(({ price_cents: price, is_free, lowest_cents: lowest, kind }) => {
      return { price, is_free, lowest, kind, is_hidden: false }
    }),
  )
}
