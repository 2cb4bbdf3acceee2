import { cleanLine } from '../edit.rules.ts'
import type { EventReply, PendingChange } from '../events.contract.ts'
import { isSamePicture } from '../image.rules.ts'
import { type EventDraft, isScheduleFixed, toDraft } from './event-draft.rules.ts'
import type { EventInput, TicketTypeInput } from './event-edit.contract.ts'
import { ADDED_TYPE } from './event-form.rules.ts'

const HELD = ['title', 'image', 'price', 'date', 'time', 'location'] as const
/**
 * The fields of a ticket type whose changes wait for approval. A type that is added or removed
 * waits as a whole.
 */
const HELD_OF_TYPE = ['price', 'quantity', 'type_offset'] as const

/** The changes of a published event that wait for approval. */
export type HoldPolicy = {
  fields: readonly (typeof HELD)[number][]
  /** Whether changes of the stock and the prices of ticket types wait. */
  holdsTypes: boolean
  /** Whether a new name of a ticket type waits. */
  holdsName: (name: string) => boolean
}

const isEmpty = (change: PendingChange) => Object.keys(change).length === 0

/**
 * Divides a change of a published event: `now` is the part to save immediately, and `held` is the
 * part that waits for approval by `policy`. `current` is the whole event as stored; `waiting` is
 * the part that waits since an earlier save. A field that `asked` lacks stays in `held` if it was in
 * `waiting`. A field that `asked` sets to its stored value, or that does not wait by `policy`,
 * leaves `held`. `held` is null if nothing waits.
 */
export function divideChange(
  current: EventInput,
  asked: EventInput,
  waiting: PendingChange | null,
  policy: HoldPolicy,
): { now: EventInput; held: PendingChange | null } {
  const held: PendingChange = { ...waiting }
  const now = { ...asked }
  for (const name of HELD) {
    const value = asked[name]
    if (value === undefined || value === null) continue
    delete held[name]
    if (!policy.fields.includes(name)) continue
    delete now[name]
    const wanted = typeof value === 'string' ? cleanLine(value) : value
    if (!isSameValue(name, wanted, current[name])) Object.assign(held, { [name]: wanted })
  }
  if (asked.ticket_types === undefined) return { now, held: isEmpty(held) ? null : held }
  delete held.ticket_types
  delete held.removed_types
  const olds = current.ticket_types ?? []
  if (policy.holdsTypes) {
    now.ticket_types = olds.map((old) => withoutHeld(old, asked.ticket_types!, policy))
    const types = heldTypes(olds, asked.ticket_types, policy)
    if (types.length > 0) held.ticket_types = types
    const isGone = ({ id }: TicketTypeInput) =>
      !asked.ticket_types!.some((type) => isType(type, id))
    const removed = olds.filter(isGone).map(({ id }) => id!)
    if (removed.length > 0) held.removed_types = removed
  }
  return { now, held: isEmpty(held) ? null : held }
}

function isSameValue(
  name: (typeof HELD)[number],
  wanted: string | number,
  stored: string | number | null | undefined,
): boolean {
  return name === 'image' ? isSamePicture(String(wanted), String(stored ?? '')) : wanted === stored
}

const isType = (type: TicketTypeInput, id: string | null | undefined) =>
  type.id?.toLowerCase() === id

/** The names of the fields that wait for approval if `asked` changes them in the stored type. */
function heldFields(asked: TicketTypeInput, old: TicketTypeInput, { holdsName }: HoldPolicy) {
  const isNameHeld = !!asked.name && asked.name !== old.name && holdsName(asked.name)
  return [...(isNameHeld ? (['name'] as const) : []), ...HELD_OF_TYPE]
}

/** The id of a stored type with the requested fields that need no approval. */
function withoutHeld(
  old: TicketTypeInput,
  asked: TicketTypeInput[],
  policy: HoldPolicy,
): TicketTypeInput {
  const wanted: TicketTypeInput = { ...asked.find((type) => isType(type, old.id)), id: old.id! }
  for (const name of heldFields(wanted, old, policy)) delete wanted[name]
  return wanted
}

/**
 * The part of the requested types that waits: new types as a whole, and of stored types the changed
 * fields that need approval.
 */
function heldTypes(olds: TicketTypeInput[], asked: TicketTypeInput[], policy: HoldPolicy) {
  return asked.flatMap((type) => {
    const old = olds.find(({ id }) => isType(type, id))
    if (!old) return [withoutNulls(type)]
    const fields = heldFields(type, old, policy).filter(
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
  const { title, image, price } = change
  const { date, time, location } = isScheduleFixed(event) ? {} : change
  const { ticket_types = [], removed_types = [] } = change
  const text = (value: string | number | undefined, stored: string) =>
    value === undefined ? stored : String(value)
  const types = draft.types.filter(({ id }) => !removed_types.includes(id!))
  return {
    ...draft,
    title: text(title, draft.title),
    image: text(image, draft.image),
    date: text(date, draft.date),
    time: text(time, draft.time),
    location: text(location, draft.location),
    price: text(price, draft.price),
    types: [
      ...types.map((type) => {
        const asked = ticket_types.find(({ id }) => id === type.id)
        return {
          ...type,
          name: text(asked?.name, type.name),
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
