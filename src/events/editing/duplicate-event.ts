import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { organizersOf } from '../../platform/http/rights.rules.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid, newId } from '../../platform/ids.ts'
import { selectDays } from '../days/days.sql.ts'
import { copyDays, type DayPlan, dayColumns } from '../days/days.ts'
import { selectOwnGates } from '../entrances/own-gates.sql.ts'
import { EventError } from '../errors.ts'
import type { EventReply } from '../events.contract.ts'
import { selectPools } from '../pools/pools.sql.ts'
import { copyPools } from '../pools/pools.ts'
import { ownSaleEnd } from '../sales.rules.ts'
import { addEvent } from './add-event.ts'
import {
  type LockedEvent,
  lockEvent,
  selectLinks,
  selectOrganizerAccount,
} from './event-edit.sql.ts'
import { readManagedEvent } from './managed-events.ts'
import { limitDrafts } from './own-drafts.ts'
import { lockTypesAndSteps } from './price-steps.sql.ts'
import { copySteps } from './price-steps.ts'
import { NO_CHANGE, type TypePlan } from './ticket-types.ts'

/** Copies what other rooms store about an event. Runs in the transaction that copies the event. */
type CopyRest = (tx: Tx, copy: { from: string; to: string; now: Date }) => Promise<void>

/**
 * Copies an event that the viewer manages, with its ticket types, their steps and gates. The copy
 * is a draft without date and time. When it gets a first date, its sale windows and price steps
 * move (see `copied_date`). Throws event_not_found, role_forbids or too_many_requests.
 */
export async function duplicateEvent(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  id: string,
  copyRest: CopyRest,
): Promise<EventReply> {
  if (!isUuid(id)) throw new EventError('event_not_found')
  const copyId = await limitDrafts(deps, viewer, () =>
    inTransaction(deps.db, async (tx) => {
      const event = await lockEvent(tx, viewer, id)
      if (!event) throw new EventError('event_not_found')
      // A member who may edit only this event may not add events for the organizer.
      if (!mayAdd(viewer, event.organizer_id)) throw new AppError('role_forbids')
      const copy = await copyEvent(tx, viewer, event, deps.clock.now())
      await copyRest(tx, copy)
      return copy.to
    }),
  )
  return (await readManagedEvent(deps, viewer, copyId))!
}

const mayAdd = (viewer: Viewer, organizerId: string | null) =>
  viewer.role === 'admin' || organizersOf(viewer, 'edit').some((id) => id === organizerId)

async function copyEvent(tx: Tx, viewer: Viewer, event: LockedEvent, now: Date) {
  const { title, location, price_cents, organizer_id, description, image_key, avif_key } = event
  const { expected_attendees, category_id, max_per_phone, fees_on_top, payout_release } = event
  const own = await selectOwnGates(tx, event.id)
  const copies = new Map(own.map(({ id }) => [id, newId()]))
  const days = copyDays(await selectDays(tx, event.id), event.highest_day)
  const plan = { ...(await planCopies(tx, event, { gateCopies: copies, days })), days }
  const organizer = organizer_id === null ? null : await selectOrganizerAccount(tx, organizer_id)
  const to = await addEvent(tx, viewer, {
    event: {
      title,
      location,
      price_cents,
      organizer_id,
      description,
      image_key,
      avif_key,
      expected_attendees,
      category_id,
      max_per_phone,
      fees_on_top,
      payout_release,
      copied_date:
        hasTimes(plan) || days.after.length > 0 ? (event.date ?? event.copied_date) : null,
      date: null,
      time: null,
      ...dayColumns(days),
    },
    organizer: organizer?.email ?? null,
    plan,
    gates: { before: [], after: own.map((gate) => ({ ...gate, id: copies.get(gate.id)! })) },
    now,
  })
  return { from: event.id, to, now }
}

/** Whether a type has a sale window, or a price step has a time. */
function hasTimes({ added, steps }: TypePlan): boolean {
  return (
    added.some(({ sale_from, sale_until }) => sale_from ?? sale_until) ||
    steps.some(({ after }) => after.some(({ starts_at, ends_at }) => starts_at ?? ends_at))
  )
}

/**
 * Plans a copy of each pool, and of each ticket type that is not archived, with the type's gates.
 * `gateCopies` maps the ids of the event's own gates to the ids of their copies.
 */
async function planCopies(
  tx: Tx,
  { id: eventId, date }: LockedEvent,
  { gateCopies, days }: { gateCopies: ReadonlyMap<string, string>; days: DayPlan },
): Promise<TypePlan> {
  const links = await selectLinks(tx, eventId)
  const all = await lockTypesAndSteps(tx, eventId)
  const types = all.filter(({ archived_at }) => archived_at === null)
  const pools = copyPools(await selectPools(tx, eventId))
  const copies = types.map((old) => {
    const { name, description, price_cents, max_per_order, capacity, type_offset } = old
    const { sale_from, is_free, is_hidden, sold_at_door, day_numbers, once_in_all } = old
    const { lowest_cents, suggested_cents, highest_cents } = old
    const { sold_in, min_per_order, kind, pool_id } = old
    const added = {
      id: newId(),
      name,
      description,
      ...{ price_cents, is_free, lowest_cents, suggested_cents, highest_cents },
      ...{ is_hidden, sold_at_door, sold_in, min_per_order, kind, day_numbers, once_in_all },
      pool_id: pool_id && pools.copies.get(pool_id)!,
      max_per_order,
      capacity,
      type_offset,
      sale_from,
      // Leaves out an end that follows from the last day: it is set again with the dates.
      sale_until: ownSaleEnd(old, date === null ? [] : days.after),
    }
    const own = links.filter((link) => link.ticket_type_id === old.id)
    const gateIds = own.map(({ gate_id }) => gateCopies.get(gate_id) ?? gate_id)
    return { added, gateIds, steps: copySteps(old.steps) }
  })
  return {
    ...NO_CHANGE,
    pools: pools.plan,
    added: copies.map(({ added }) => added),
    gates: copies.map(({ added: { id, name }, gateIds }, index) => {
      return { typeId: id, name, gateIds, index }
    }),
    steps: copies
      .filter(({ steps }) => steps.length > 0)
      .map(({ added: type, steps }) => ({ type, before: [], after: steps })),
  }
}
