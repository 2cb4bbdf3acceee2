import { isPositive } from './type-draft.rules.ts'
import type { Kind, Units } from './unit.rules.ts'
import { SOLD_IN_MAX } from './unit.rules.ts'

// How a ticket type is sold in the form, and the pools of the event, with texts as they were typed.

export type UnitDraft = {
  /** Whether the type is sold in units of several people. */
  is_unit: boolean
  /** Stays as typed if the type is sold one by one. */
  sold_in: string
  min_per_order: string
  kind: Kind
  /** The key of the pool; '' without one. */
  pool: string
}

export type PoolDraft = {
  /** Identifies the row in the form. */
  key: string
  id: string | null
  name: string
  /** Places for people. */
  quantity: string
  /** The number of its places that are sold or held. */
  taken: number
}

export const PLAIN_UNIT: UnitDraft = {
  is_unit: false,
  sold_in: '',
  min_per_order: '1',
  kind: 'entry',
  pool: '',
}

type UnitFields = {
  sold_in?: number | undefined
  min_per_order?: number | undefined
  kind?: Kind | undefined
  pool_id?: string | null | undefined
}

/** From a reply, in which plain fields may be absent. */
export function toUnitDraft({ sold_in = 1, min_per_order = 1, ...type }: UnitFields): UnitDraft {
  return {
    is_unit: sold_in > 1,
    sold_in: sold_in > 1 ? String(sold_in) : '',
    min_per_order: String(min_per_order),
    kind: type.kind ?? 'entry',
    pool: type.pool_id ?? '',
  }
}

/** How a draft without faults is sold. */
export const draftUnits = ({ is_unit, sold_in, min_per_order, kind }: UnitDraft): Units => ({
  sold_in: is_unit ? Number(sold_in) : 1,
  min_per_order: Number(min_per_order),
  kind,
})

/** Sends no fields for a new type that is a plain ticket. */
export function toUnitInput(
  type: UnitDraft & { id: string | null },
  pools: readonly PoolDraft[],
): UnitFields & { pool?: string } {
  const { sold_in, min_per_order } = draftUnits(type)
  const { kind } = type
  const pool = pools.find(({ key }) => key === type.pool)
  const isPlain = sold_in === 1 && min_per_order === 1 && kind === 'entry' && !pool
  if (type.id === null && isPlain) return {}
  const chosen = pool && pool.id === null ? { pool: pool.name } : { pool_id: pool?.id ?? null }
  return { sold_in, min_per_order, kind, ...chosen }
}

export const toPoolInput = ({ id, name, quantity }: PoolDraft) => ({
  ...(id !== null && { id }),
  name,
  quantity: Number(quantity),
})

type PoolReply = { id: string; name: string; quantity: number; sold: number; held: number }

export const toPoolDraft = ({ id, name, quantity, sold, held }: PoolReply): PoolDraft => ({
  key: id,
  id,
  name,
  quantity: String(quantity),
  taken: sold + held,
})

export const addedPool = (key: string): PoolDraft => ({
  key,
  id: null,
  name: '',
  quantity: '',
  taken: 0,
})

/** The faults of how a type is sold, with fields as the API names them. */
export function unitFaults(
  type: UnitDraft & { max_per_order: string },
): { text: string; field: string }[] {
  const { is_unit, sold_in, min_per_order, max_per_order } = type
  const isUnit = isPositive(sold_in) && Number(sold_in) >= 2 && Number(sold_in) <= SOLD_IN_MAX
  const unit = `People per unit must be a whole number from 2 to ${SOLD_IN_MAX}`
  const least = 'Least per order must be a whole number from 1'
  const most = 'Least per order cannot be more than Max per order'
  const isBeyond = isPositive(max_per_order) && Number(min_per_order) > Number(max_per_order)
  return [
    ...(is_unit && !isUnit ? [{ text: unit, field: 'sold_in' }] : []),
    ...(isPositive(min_per_order) ? [] : [{ text: least, field: 'min_per_order' }]),
    ...(isBeyond ? [{ text: most, field: 'min_per_order' }] : []),
  ]
}

/** The faults of a pool at `index`. */
export function poolFaults(
  pools: readonly PoolDraft[],
  index: number,
): { text: string; field: string }[] {
  const { name, quantity } = pools[index]!
  const fold = (text: string) => text.trim().toLowerCase()
  const isTwin = pools.slice(0, index).some((other) => fold(other.name) === fold(name))
  const text =
    name.trim() === ''
      ? 'Name each shared capacity, or remove it'
      : isTwin
        ? 'Give each shared capacity a name of its own'
        : null
  return [
    ...(text === null ? [] : [{ text, field: `pools.${index}.name` }]),
    ...(isPositive(quantity)
      ? []
      : [{ text: 'A shared capacity must be 1 or more', field: `pools.${index}.quantity` }]),
  ]
}
