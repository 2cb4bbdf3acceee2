import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/database/db.ts'
import { isRefusedBy } from '../../platform/database/refused-by.sql.ts'
import { refuseField } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { cleanLine } from '../../platform/values/clean-text.rules.ts'
import { type DayPlan, NO_DAYS, readTypeDays, refuseTwins, writeDays } from '../days/days.ts'
import { readWindow } from '../days/sale-windows.ts'
import type { GatePlan } from '../entrances/own-gates.ts'
import { readGates } from '../entrances/read-gates.ts'
import { EventError } from '../errors.ts'
import { isEntry } from '../event.rules.ts'
import {
  NO_POOLS,
  type PoolPlan,
  readPoolId,
  refuseMixedPools,
  removePools,
  writePools,
} from '../pools/pools.ts'
import { assignOffsets } from '../types/assign-offsets.ts'
import { changedField, readCapacity, readUnits, refuseFixed } from '../types/read-units.ts'
import { isForgotten, TYPES_TEXT, zeroPriceText } from '../types/type-price.rules.ts'
import { readPrices, readVisibility, toTypePrice } from '../types/type-prices.ts'
import type { TicketTypeInput, ZeroPrices } from './event-edit.contract.ts'
import {
  archiveType,
  deleteType,
  freeOffsets,
  type GateLink,
  insertTypes,
  isTypeUsed,
  type LockedType,
  replaceLinks,
  type TypeColumns,
  updateTypes,
} from './event-edit.sql.ts'
import { ADDED_TYPE, GATES_MAX, GATES_TEXT, NO_TYPE_TEXT } from './event-form.rules.ts'
import type { TypeWithSteps } from './price-steps.sql.ts'
import { planSteps, type StepsPlan, writeSteps } from './price-steps.ts'

export type TypePlan = {
  added: TypeColumns[]
  changed: { old: LockedType; new: TypeColumns }[]
  removed: LockedType[]
  /** Archived types that can sell no more tickets. Their offsets become free. */
  freed: LockedType[]
  /** The wanted gates of each new type, and of each type whose gates the input contains. */
  gates: { typeId: string; name: string; gateIds: string[]; index: number }[]
  /** The types whose steps change. */
  steps: StepsPlan[]
  /** The types that cost 0 after the save without being free, with their indexes in the input. */
  zeros: { name: string; index: number; isNew: boolean }[]
  pools: PoolPlan
  days: DayPlan
  /** All types after the save, in the order of the input. */
  after: TypeColumns[]
  /** The removed types whose tickets are valid, or will be if buyers with a hold pay. */
  kept: LockedType[]
}

export const NO_CHANGE: TypePlan = {
  added: [],
  changed: [],
  removed: [],
  freed: [],
  gates: [],
  steps: [],
  zeros: [],
  pools: NO_POOLS,
  days: NO_DAYS,
  after: [],
  kept: [],
}

type Placed = Pick<TypeColumns, 'kind' | 'type_offset'>

/** Compares types for their order in the form and in replies: add-ons come last. */
export const inFormOrder = (one: Placed, other: Placed): number =>
  Number(!isEntry(one)) - Number(!isEntry(other)) || one.type_offset - other.type_offset

type PlanOptions = {
  /** How far times move, in ms, if the input sends their stored values. */
  shiftMs?: number
  pools?: PoolPlan
  days?: DayPlan
}

/**
 * Plans the changes to an event's ticket types. The caller has locked the types and the limits of
 * their steps. Times of sale windows and steps that the input does not change move by `shiftMs`.
 * Throws an AppError that names the field at fault: unknown_ticket_type, invalid_field, below_sold,
 * offset_fixed, has_sales, too_many_types.
 */
export function planTypes(
  rows: TypeWithSteps[],
  inputs: TicketTypeInput[],
  { shiftMs = 0, pools = NO_POOLS, days = NO_DAYS }: PlanOptions = {},
): TypePlan {
  const active = rows.filter((row) => row.archived_at === null)
  if (inputs.length === 0 && active.length > 0) refuseType('', NO_TYPE_TEXT)
  const olds = inputs.map((input, index) => findOld(active, inputs, input, index))
  const removed = active.filter((row) => !olds.includes(row))
  const freed = rows.filter((row) => row.archived_at !== null && !keepsOffset(row))
  const gone = [...rows.filter((row) => row.archived_at !== null), ...removed].filter(keepsOffset)
  const wanted = inputs.map((input, index) =>
    readColumns(input, olds[index], { index, shiftMs, pools, days }),
  )
  refuseMixedPools(wanted)
  refuseTwins(wanted, days)
  const all = assignOffsets(wanted, gone)
  return {
    added: all.filter((_, index) => !olds[index]),
    changed: all.flatMap((type, index) => {
      const old = olds[index]
      return old && differs(old, type) ? [{ old, new: type }] : []
    }),
    removed,
    freed: freed.filter((row) => row.capacity > 0),
    gates: inputs.flatMap(({ gate_ids }, index) => {
      const gateIds = gate_ids ?? (olds[index] ? null : [])
      const { id: typeId, name } = all[index]!
      return gateIds ? [{ typeId, name, gateIds, index }] : []
    }),
    steps: inputs.flatMap((input, index) => {
      const plan = planSteps(input, all[index]!, olds[index], { index, shiftMs })
      return plan ? [plan] : []
    }),
    zeros: all.flatMap((type, index) => {
      const old = olds[index]
      const isNew = !old || !isForgotten(toTypePrice(old))
      return isForgotten(toTypePrice(type)) ? [{ name: type.name, index, isNew }] : []
    }),
    pools,
    days,
    after: all,
    kept: gone,
  }
}

/**
 * The types at KES 0 about which a save asks: no types, the types that it adds or lowers to 0, or
 * all types of the event.
 */
export type ZeroQuestion = 'none' | 'new' | 'all'

/** Plans the changes as `planTypes` does, with the answer about types at 0 (see `answerZeros`). */
export function planForSale(
  rows: TypeWithSteps[],
  inputs: TicketTypeInput[],
  {
    asks,
    answer,
    ...options
  }: PlanOptions & { asks: ZeroQuestion; answer: ZeroPrices | undefined },
): TypePlan {
  const plan = planTypes(rows, inputs, options)
  const answered = answerZeros(plan, inputs, { asks, answer })
  return answered === inputs ? plan : planTypes(rows, answered, options)
}

/** The inputs with the answer about types at KES 0. Without an answer, throws price_zero. */
export function answerZeros(
  plan: TypePlan,
  inputs: TicketTypeInput[],
  { asks, answer }: { asks: ZeroQuestion; answer: ZeroPrices | undefined },
): TicketTypeInput[] {
  const zeros = plan.zeros.filter(({ isNew }) => asks === 'all' || (asks === 'new' && isNew))
  if (zeros.length === 0 || answer === 'kept') return inputs
  if (answer === undefined) {
    throw new EventError('price_zero', {
      text: zeroPriceText(zeros.map(({ name }) => name)),
      details: {
        field: `ticket_types.${zeros[0]!.index}.price`,
        types: zeros.map(({ name, index }) => ({ name, index })),
      },
    })
  }
  const isZero = (at: number) => zeros.some(({ index }) => index === at)
  return inputs.map((type, at) => (isZero(at) ? { ...type, is_free: true } : type))
}

/**
 * Whether ticket numbers contain the type's offset, or will contain it if buyers with a hold pay.
 */
function keepsOffset(row: LockedType): boolean {
  return row.first_sold_at !== null || row.held > 0
}

function findOld(
  active: TypeWithSteps[],
  inputs: TicketTypeInput[],
  { id }: TicketTypeInput,
  index: number,
): TypeWithSteps | undefined {
  if (id === undefined || id === null) return undefined
  const field = `ticket_types.${index}.id`
  const old = active.find((row) => row.id === id.toLowerCase())
  if (!old) throw new EventError('unknown_ticket_type', { details: { field } })
  const isSecond = inputs.slice(0, index).some((other) => other.id?.toLowerCase() === old.id)
  if (isSecond) refuseField(field, `${field} is listed twice.`)
  return old
}

function refuseType(path: string, text: string): never {
  refuseField(path ? `ticket_types.${path}` : 'ticket_types', text)
}

type WantedColumns = Omit<TypeColumns, 'type_offset'> & { type_offset: number | null }

/**
 * Reads the columns of a type from the input. A value that is not changed is not checked, because
 * it was accepted before.
 */
function readColumns(
  input: TicketTypeInput,
  old: TypeWithSteps | undefined,
  { index, shiftMs, pools, days }: { index: number } & Required<PlanOptions>,
): WantedColumns {
  const name = input.name === undefined ? old?.name : cleanLine(input.name ?? '')
  if (!name) refuseType(`${index}.name`, TYPES_TEXT)
  const path = `ticket_types.${index}`
  const max_per_order = input.max_per_order ?? old?.max_per_order ?? ADDED_TYPE.max_per_order
  const units = readUnits(input, old, { maxPerOrder: max_per_order, path })
  const pool_id = readPoolId(input, old?.pool_id ?? null, { pools, path })
  const ofDays = readTypeDays(input, old, { days, kind: units.kind, path })
  const fixed = old && changedField(old, { ...units, pool_id, ...ofDays })
  if (fixed && isTaken(old)) refuseFixed(old.name, fixed, path)
  const capacity = readCapacity(input.quantity, old, { soldIn: units.sold_in, path })
  // Entries and add-ons have separate offsets: a type that changes its kind loses its offset.
  const kept = old?.kind === units.kind ? old.type_offset : null
  const type_offset = input.type_offset ?? kept
  if (old?.first_sold_at && type_offset !== old.type_offset) {
    throw new EventError('offset_fixed', {
      details: { field: `ticket_types.${index}.type_offset` },
    })
  }
  const description =
    input.description === undefined
      ? (old?.description ?? ADDED_TYPE.description)
      : cleanLine(input.description ?? '')
  return {
    id: old?.id ?? newId(),
    name,
    description,
    ...readPrices(input, old, path),
    ...readVisibility(input, old),
    ...units,
    pool_id,
    ...ofDays,
    max_per_order,
    capacity,
    type_offset,
    ...readWindow(input, old, { path, shiftMs, days, numbers: ofDays.day_numbers }),
  }
}

export const isTaken = ({ first_sold_at, held, sold }: LockedType) =>
  first_sold_at !== null || held > 0 || sold > 0

/**
 * Throws has_sales if the plan changes how a type with an order is sold, because the order may
 * still be paid.
 */
export async function refuseOrdered(tx: Tx, { changed, after }: TypePlan): Promise<void> {
  for (const { old, new: type } of changed) {
    const field = changedField(old, type)
    if (field && (await isTypeUsed(tx, old.id, USES_OF_TYPE))) {
      refuseFixed(old.name, field, `ticket_types.${after.indexOf(type)}`)
    }
  }
}

function differs(old: LockedType, type: TypeColumns): boolean {
  return (Object.keys(type) as (keyof TypeColumns)[]).some(
    (key) => !isDeepStrictEqual(old[key], type[key]),
  )
}

/**
 * Throws an AppError if the event would have more than GATES_MAX gates, including its own gates
 * without a ticket type. If the event already exceeds the limit, the number may fall but not rise.
 */
export function refuseTooManyGates(
  { removed, gates }: TypePlan,
  links: GateLink[],
  own: GatePlan,
): void {
  const idsOf = (list: GatePlan['after']) => list.map(({ id }) => id)
  const changed = [...removed.map(({ id }) => id), ...gates.map(({ typeId }) => typeId)]
  const kept = links.filter((link) => !changed.includes(link.ticket_type_id))
  const before = new Set([...links.map((link) => link.gate_id), ...idsOf(own.before)])
  const after = new Set([...kept.map((link) => link.gate_id), ...idsOf(own.after)])
  const most = Math.max(GATES_MAX, before.size)
  if (after.size > most) refuseField('gates', GATES_TEXT)
  for (const { gateIds, index } of gates) {
    for (const gateId of gateIds) after.add(gateId.toLowerCase())
    if (after.size > most) refuseType(`${index}.gate_ids`, GATES_TEXT)
  }
}

export const USES_OF_TYPE = [
  'allotment_ticket_type_id_fkey',
  'gate_load_ticket_type_id_fkey',
  'gate_move_ticket_type_id_fkey',
  'line_limit_limit_id_fkey',
  'order_line_ticket_type_id_fkey',
  'sales_by_type_ticket_type_id_fkey',
  'ticket_ticket_type_id_fkey',
]

/** Writes the changes of a plan. The caller still has the locks under which the plan was made. */
export async function writeTypes(
  tx: Tx,
  eventId: string,
  plan: TypePlan,
  now: Date,
): Promise<void> {
  const { removed, freed, changed, added, gates, steps } = plan
  const gateIds = await readGates(tx, eventId, gates)
  await writePools(tx, eventId, plan.pools)
  await writeDays(tx, eventId, plan.days)
  for (const { id } of removed) {
    const isUsed = await isRefusedBy(tx, USES_OF_TYPE, () => deleteType(tx, id))
    if (isUsed) await archiveType(tx, id, now)
  }
  if (freed.length > 0)
    await freeOffsets(
      tx,
      freed.map(({ id }) => id),
    )
  if (changed.length > 0)
    await updateTypes(
      tx,
      changed.map((type) => type.new),
      now,
    )
  await insertTypes(tx, eventId, added, now)
  await writeSteps(tx, eventId, steps)
  await removePools(tx, plan.pools)
  if (gates.length === 0) return
  const links = gates.flatMap(({ typeId }, index) =>
    gateIds[index]!.map((gateId) => ({ ticket_type_id: typeId, gate_id: gateId })),
  )
  await replaceLinks(
    tx,
    gates.map(({ typeId }) => typeId),
    links,
  )
}
