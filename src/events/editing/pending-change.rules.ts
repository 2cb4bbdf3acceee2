import { cleanLine } from '../edit.rules.ts'
import type { EventReply, PendingChange } from '../events.contract.ts'
import { type EventDraft, toDraft } from './event-draft.rules.ts'
import type { EventInput, TicketTypeInput } from './event-edit.contract.ts'
import { ADDED_TYPE } from './event-form.rules.ts'

const HELD = ['price', 'date', 'time', 'location'] as const
/**
 * The fields of a ticket type whose changes wait for approval. A type that is added or removed
 * waits as a whole.
 */
const HELD_OF_TYPE = ['price', 'quantity', 'type_offset'] as const

const isEmpty = (change: PendingChange) => Object.keys(change).length === 0

/**
 * Divides a change of a published event: `now` is the part to save immediately, and `held` is the
 * part that waits for approval, which is about price, date, time, venue and stock. `current` is the
 * whole event as stored; `waiting` is the part that waits since an earlier save. A field that
 * `asked` lacks stays in `held` if it was in `waiting`. A field that `asked` sets to its stored
 * value leaves `held`. `held` is null if nothing waits.
 */
export function divideChange(
  current: EventInput,
  asked: EventInput,
  waiting: PendingChange | null,
): { now: EventInput; held: PendingChange | null } {
  const held: PendingChange = { ...waiting }
  const now = { ...asked }
  for (const name of HELD) {
    const value = asked[name]
    delete now[name]
    if (value === undefined || value === null) continue
    const wanted = typeof value === 'string' ? cleanLine(value) : value
    if (wanted === current[name]) delete held[name]
    else Object.assign(held, { [name]: wanted })
  }
  if (asked.ticket_types === undefined) return { now, held: isEmpty(held) ? null : held }
  const olds = current.ticket_types ?? []
  now.ticket_types = olds.map((old) => withoutHeld(old, asked.ticket_types!))
  delete held.ticket_types
  delete held.removed_types
  const types = heldTypes(olds, asked.ticket_types)
  if (types.length > 0) held.ticket_types = types
  const isGone = ({ id }: TicketTypeInput) => !asked.ticket_types!.some((type) => isType(type, id))
  const removed = olds.filter(isGone).map(({ id }) => id!)
  if (removed.length > 0) held.removed_types = removed
  return { now, held: isEmpty(held) ? null : held }
}

/**
 * Divides a change by an organizer who needs no approval, if the event has buyers. Only date, time
 * and venue wait.
 */
export function divideMove(
  current: EventInput,
  { date, time, location, ...now }: EventInput,
  waiting: PendingChange | null,
): { now: EventInput; held: PendingChange | null } {
  const moved = Object.fromEntries(
    Object.entries({ date, time, location }).filter(([, value]) => value !== undefined),
  )
  return { now, held: divideChange(current, moved, waiting).held }
}

const isType = (type: TicketTypeInput, id: string | null | undefined) =>
  type.id?.toLowerCase() === id

/** The id of a stored type with the requested fields that need no approval. */
function withoutHeld({ id }: TicketTypeInput, asked: TicketTypeInput[]): TicketTypeInput {
  const wanted: TicketTypeInput = { ...asked.find((type) => isType(type, id)), id: id! }
  for (const name of HELD_OF_TYPE) delete wanted[name]
  return wanted
}

/**
 * The part of the requested types that waits: new types as a whole, and of stored types the changed
 * fields that need approval.
 */
function heldTypes(olds: TicketTypeInput[], asked: TicketTypeInput[]) {
  return asked.flatMap((type) => {
    const old = olds.find(({ id }) => isType(type, id))
    if (!old) return [withoutNulls(type)]
    const fields = HELD_OF_TYPE.filter(
      (name) => type[name] !== undefined && type[name] !== old[name],
    )
    if (fields.length === 0) return []
    return [{ id: old.id!, ...Object.fromEntries(fields.map((name) => [name, type[name]])) }]
  })
}

function withoutNulls(type: TicketTypeInput) {
  return Object.fromEntries(Object.entries(type).filter(([, value]) => value !== null))
}

/**
 * The input that applies a waiting change. Stored types that the change does not name stay as they
 * are.
 */
export function withChange(current: EventInput, change: PendingChange): EventInput {
  const { ticket_types, removed_types = [], ...fields } = change
  if (!ticket_types && removed_types.length === 0) return fields
  const kept = (current.ticket_types ?? []).filter(({ id }) => !removed_types.includes(id!))
  const changed = kept.map(({ id }) => ({
    ...ticket_types?.find((type) => type.id === id),
    id: id!,
  }))
  const added = (ticket_types ?? []).filter(({ id }) => id === undefined)
  return { ...fields, ticket_types: [...changed, ...added] }
}

/** The event as its organizer's form shows it: with the change that waits for approval. */
export function toOrganizersDraft(event: EventReply): EventDraft {
  const draft = toDraft(event)
  const change = event.review?.state === 'sent' ? event.review.change : undefined
  if (!change) return draft
  const { date, time, location, price, ticket_types = [], removed_types = [] } = change
  const text = (value: string | number | undefined, stored: string) =>
    value === undefined ? stored : String(value)
  const types = draft.types.filter(({ id }) => !removed_types.includes(id!))
  return {
    ...draft,
    date: text(date, draft.date),
    time: text(time, draft.time),
    location: text(location, draft.location),
    price: text(price, draft.price),
    types: [
      ...types.map((type) => {
        const asked = ticket_types.find(({ id }) => id === type.id)
        return {
          ...type,
          price: text(asked?.price, type.price),
          quantity: text(asked?.quantity, type.quantity),
          type_offset: text(asked?.type_offset, type.type_offset),
        }
      }),
      ...ticket_types
        .filter(({ id }) => id === undefined)
        .map((type, index) => ({
          key: `asked-${index}`,
          id: null,
          name: type.name ?? '',
          description: type.description ?? '',
          price: text(type.price, ''),
          max_per_order: text(type.max_per_order, String(ADDED_TYPE.max_per_order)),
          quantity: text(type.quantity, ''),
          type_offset: text(type.type_offset, ''),
          gate_ids: type.gate_ids ?? [],
        })),
    ],
  }
}
