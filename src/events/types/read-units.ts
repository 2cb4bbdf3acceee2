import { isDeepStrictEqual } from 'node:util'
import { refuseField } from '../../platform/errors.ts'
import { EventError } from '../errors.ts'
import { TYPES_TEXT } from './type-price.rules.ts'
import {
  addOnGateFault,
  beyondPhone,
  FIXED_FIELDS,
  type Kind,
  PLAIN_UNITS,
  type Units,
} from './unit.rules.ts'

type UnitRequest = {
  sold_in?: number | undefined
  min_per_order?: number | undefined
  kind?: Kind | undefined
}

/**
 * Reads the units, the minimum per order and the kind of a type. Absent fields stay as stored. The
 * request's schema checks the range of `sold_in`. Throws if the minimum is above the maximum per
 * order.
 */
export function readUnits(
  { sold_in, min_per_order, kind }: UnitRequest,
  old: Units | undefined,
  { maxPerOrder, path }: { maxPerOrder: number; path: string },
): Units {
  const stored = old ?? PLAIN_UNITS
  const units = {
    sold_in: sold_in ?? stored.sold_in,
    min_per_order: min_per_order ?? stored.min_per_order,
    kind: kind ?? stored.kind,
  }
  if (units.min_per_order > maxPerOrder) {
    const field = min_per_order === undefined ? 'max_per_order' : 'min_per_order'
    refuseField(
      `${path}.${field}`,
      `Min per order, ${units.min_per_order}, cannot be more than Max per order, ${maxPerOrder}.`,
    )
  }
  return units
}

type Fixed = Units & { pool_id: string | null; day_numbers: number[]; once_in_all: boolean }

/** The first changed field that a type with orders may not change, or null. */
export function changedField(before: Fixed, after: Fixed): keyof typeof FIXED_FIELDS | null {
  const fields = Object.keys(FIXED_FIELDS) as (keyof typeof FIXED_FIELDS)[]
  return fields.find((field) => !isDeepStrictEqual(before[field], after[field])) ?? null
}

/** Throws has_sales, because existing tickets and pending payments depend on this field. */
export function refuseFixed(name: string, field: keyof typeof FIXED_FIELDS, path: string): never {
  throw new EventError('has_sales', {
    text: `${name} has orders, so ${FIXED_FIELDS[field]} cannot change. Add another ticket type instead.`,
    details: { field: `${path}.${field}` },
  })
}

/**
 * Throws an AppError if a type's minimum order admits more people than one phone number may buy
 * tickets for. `types` are in the order of the request. `field` is the field at fault if the
 * request has no types. Add-ons do not count.
 */
export function refuseBeyondPhone(
  types: readonly (Units & { name: string })[],
  maxPerPhone: number | null,
  field?: 'max_per_phone',
): void {
  const fault = beyondPhone(types, maxPerPhone)
  if (!fault) return
  const own = types[fault.index]!.sold_in > 1 ? 'sold_in' : 'min_per_order'
  refuseField(field ?? `ticket_types.${fault.index}.${own}`, fault.text)
}

type StoredStock = { name: string; capacity: number; held: number; sold: number; sold_in: number }

/**
 * Reads a quantity of units and returns the new capacity, in people. If the request has no
 * quantity, the number of units stays the same. The caller has locked the type, so no sale can
 * happen between the check and the save.
 */
export function readCapacity(
  sent: number | null | undefined,
  old: StoredStock | undefined,
  { soldIn, path }: { soldIn: number; path: string },
): number {
  const stored = old && Math.floor(old.capacity / old.sold_in)
  const quantity = sent === undefined ? stored : sent
  if (old && quantity === stored && soldIn === old.sold_in) return old.capacity
  if (quantity === undefined || quantity === null || quantity < 1) {
    refuseField(`${path}.quantity`, TYPES_TEXT)
  }
  const taken = old ? old.held + old.sold : 0
  if (!old || quantity * soldIn >= taken) return quantity * soldIn
  const least = Math.ceil(taken / soldIn)
  const paying = old.held > 0 ? ` and ${old.held} more are pending` : ''
  const sold = soldIn > 1 ? `tickets for ${old.sold} people are sold` : `${old.sold} are sold`
  throw new EventError('below_sold', {
    text: `The quantity of ${old.name} cannot be below ${least}: ${sold}${paying}.`,
    details: { field: `${path}.quantity`, least },
  })
}

type GatedType = { id: string; name: string; kind: string }
type GatedTypes = {
  after: readonly GatedType[]
  gates: readonly { typeId: string; gateIds: string[] }[]
  kept: readonly GatedType[]
}

/**
 * Throws an AppError that names the type if an add-on has no gate or a gate serves both tickets and
 * add-ons. Uses the gates of the plan; for types without gates there, the stored ones in `links`.
 */
export function refuseMixedGates(
  { after, gates, kept }: GatedTypes,
  links: readonly { ticket_type_id: string; gate_id: string }[],
): void {
  const stored = (id: string) =>
    links.filter((link) => link.ticket_type_id === id).map((link) => link.gate_id)
  const withGates = ({ id, name, kind }: GatedType) => {
    const sent = gates.find(({ typeId }) => typeId === id)?.gateIds
    return { name, kind, gateIds: sent?.map((gate) => gate.toLowerCase()) ?? stored(id) }
  }
  const fault = addOnGateFault(after.map(withGates), kept.map(withGates))
  if (fault) refuseField(`ticket_types.${fault.index}.gate_ids`, fault.text)
}
