import { NO_TYPE_DAYS } from '../days/day-draft.rules.ts'
import type { TypeDraft } from '../editing/event-draft.rules.ts'
import { ADDED_TYPE, FIRST_TYPE } from '../editing/event-form.rules.ts'
import { NO_PRICING } from '../editing/price-draft.rules.ts'
import { isEntry } from '../event.rules.ts'
import type { EventReply, TicketTypeReply } from '../events.contract.ts'
import { proposeOffset } from '../types/offset.rules.ts'
import type { Kind } from '../types/unit.rules.ts'
import { PLAIN_UNIT } from '../types/unit-draft.rules.ts'

type Placed = { kind: string; type_offset: string | number }

/** The offset to propose for a type of this kind: entries and add-ons have separate offsets. */
function freeOffset(kind: string, types: readonly Placed[], kept: readonly Placed[]): string {
  const ofKind = types.filter((type) => type.kind === kind)
  const taken = [...ofKind, ...kept.filter((type) => type.kind === kind)]
  const offsets = taken.map(({ type_offset }) => Number(type_offset))
  return String(proposeOffset(offsets, ofKind.length) ?? ofKind.length)
}

/**
 * The row that 'Add Ticket Type' or 'Add an add-on' adds. `kept` are the removed types with sold
 * tickets, which still use their offsets.
 */
export function addedType(
  types: readonly TypeDraft[],
  key: string,
  kept: readonly Placed[],
  kind: Kind = 'entry',
): TypeDraft {
  const { price, max_per_order, quantity, ...words } = ADDED_TYPE
  return {
    key,
    id: null,
    ...words,
    price: String(price),
    max_per_order: String(max_per_order),
    quantity: String(quantity),
    type_offset: freeOffset(kind, types, kept),
    gate_ids: [],
    ...NO_PRICING,
    ...PLAIN_UNIT,
    ...NO_TYPE_DAYS,
    once_in_all: !isEntry({ kind }),
    kind,
  }
}

/**
 * The type after the user chose its kind: entries and add-ons share neither gates nor pools. A pack
 * for several days is for once in all until the organizer says otherwise.
 */
export function withKind(
  type: TypeDraft,
  kind: Kind,
  { types, kept }: { types: readonly TypeDraft[]; kept: readonly Placed[] },
): TypeDraft {
  if (kind === type.kind) return type
  const rest = types.filter((other) => other !== type)
  const isShared = rest.some(({ pool }) => pool === type.pool)
  return {
    ...type,
    kind,
    type_offset: freeOffset(kind, rest, kept),
    gate_ids: [],
    once_in_all: !isEntry({ kind }),
    pool: isShared ? '' : type.pool,
  }
}

/**
 * The type after an edit. If a new type is renamed, its default description is deleted, because it
 * describes the default name.
 */
export function changeType(type: TypeDraft, patch: Partial<TypeDraft>): TypeDraft {
  const isRenamed = patch.name !== undefined && patch.name.trim() !== FIRST_TYPE.name
  const isDefault = type.id === null && type.description === FIRST_TYPE.description
  return { ...type, ...(isRenamed && isDefault && { description: '' }), ...patch }
}

/** Whether a stored type has orders, which fix how it is sold. */
export const isOrdered = ({
  sold = 0,
  held = 0,
  is_offset_fixed,
}: Pick<TicketTypeReply, 'sold' | 'held' | 'is_offset_fixed'>): boolean =>
  sold + held > 0 || is_offset_fixed === true

/** The offsets of removed types that sold tickets still use. */
export function keptOffsets(event: EventReply | null, removed: TypeDraft[]) {
  if (!event) return []
  const before = (event.removed_ticket_types ?? []).filter((type) => type.keeps_offset)
  const now = event.ticket_types.filter(
    (type) =>
      removed.some((one) => one.id === type.id) && (type.is_offset_fixed || (type.held ?? 0) > 0),
  )
  return [...before, ...now].map(({ kind = 'entry', type_offset }) => ({ kind, type_offset }))
}
