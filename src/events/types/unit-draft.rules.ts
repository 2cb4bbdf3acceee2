import { isPositive } from './type-draft.rules.ts'
import type { Kind, Units } from './unit.rules.ts'
import { SOLD_IN_MAX } from './unit.rules.ts'

// The form's fields for the units of a ticket type and for the event's pools, texts as typed.

export type UnitDraft = {
  /** Whether the type is sold in units of several people. */
  is_unit: boolean
  /** The typed number of people. Kept when the user changes to single tickets. */
  sold_in: string
  min_per_order: string
  kind: Kind
  /** The key of the pool's row in the form. '' without a pool. */
  pool: string
}

export type PoolDraft = {
  /** Identifies the row in the form. */
  key: string
  id: string | null
  name: string
  /** The number of people, as typed. */
  quantity: string
  /** The number of the pool's places that are sold or held. */
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

/** Makes a draft from a reply. Fields with default values may be absent in the reply. */
export function toUnitDraft({ sold_in = 1, min_per_order = 1, ...type }: UnitFields): UnitDraft {
  return {
    is_unit: sold_in > 1,
    sold_in: sold_in > 1 ? String(sold_in) : '',
    min_per_order: String(min_per_order),
    kind: type.kind ?? 'entry',
    pool: type.pool_id ?? '',
  }
}

/** The units, the minimum per order and the kind of a draft that has no faults. */
export const draftUnits = ({ is_unit, sold_in, min_per_order, kind }: UnitDraft): Units => ({
  sold_in: is_unit ? Number(sold_in) : 1,
  min_per_order: Number(min_per_order),
  kind,
})

const isSoldIn = (typed: string) =>
  isPositive(typed) && Number(typed) >= 2 && Number(typed) <= SOLD_IN_MAX

/** The number of people that a unit admits. 1 if no valid number is typed. */
export const typedSoldIn = ({ is_unit = false, sold_in = '' }: Partial<UnitDraft>): number =>
  is_unit && isSoldIn(sold_in) ? Number(sold_in) : 1

/** The fields of a request. Empty for a new type of single tickets without other settings. */
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

/** The faults of the units and the minimum per order, with fields as the API names them. */
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
