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

const isSoldIn = (typed: string) =>
  isPositive(typed) && Number(typed) >= 2 && Number(typed) <= SOLD_IN_MAX

/** The number of people of a unit: 1 while no number that a unit can have is typed. */
export const typedSoldIn = ({ is_unit = false, sold_in = '' }: Partial<UnitDraft>): number =>
  is_unit && isSoldIn(sold_in) ? Number(sold_in) : 1

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
  const { is_unit, sold_in, min_per_order, max_per_order, kind } = type
  const unit = `${kind === 'entry' ? 'People' : 'Uses'} of each must be a whole number from 2 to ${SOLD_IN_MAX}`
  const least = 'Min per order must be a whole number from 1'
  const most = 'Min per order cannot be more than Max per order'
  const isBeyond = isPositive(max_per_order) && Number(min_per_order) > Number(max_per_order)
  return [
    ...(is_unit && !isSoldIn(sold_in) ? [{ text: unit, field: 'sold_in' }] : []),
    ...(isPositive(min_per_order) ? [] : [{ text: least, field: 'min_per_order' }]),
    ...(isBeyond ? [{ text: most, field: 'min_per_order' }] : []),
  ]
}
