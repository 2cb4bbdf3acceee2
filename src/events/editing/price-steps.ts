import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/database/db.ts'
import { refuseField } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { cleanLine } from '../../platform/values/clean-text.rules.ts'
import { formatKesAndCents, toCents, toKes } from '../../platform/values/money.rules.ts'
import { readSaleTime } from '../days/sale-windows.ts'
import { EventError } from '../errors.ts'
import { removeLimit } from '../pools/pools.sql.ts'
import type { StoredStep } from '../price.rules.ts'
import type { PriceStepInput, TicketTypeInput } from './event-edit.contract.ts'
import type { TypeColumns } from './event-edit.sql.ts'
import { STEPS_MAX } from './event-form.rules.ts'
import { replaceSteps, type StepColumns, type TypeWithSteps } from './price-steps.sql.ts'

/** The steps of a ticket type before and after a save, in their order. */
export type StepsPlan = {
  type: Pick<TypeColumns, 'id' | 'name'>
  before: StepColumns[]
  after: StepColumns[]
}

type SaveContext = { index: number; shiftMs: number }

/**
 * Plans the steps of a ticket type. The caller has locked the type and the limits of its steps. A
 * list in the input replaces the stored steps. Null if no step changes. Throws an AppError that
 * names the field at fault: invalid_field or below_sold.
 */
export function planSteps(
  { price_steps: sent }: TicketTypeInput,
  type: TypeColumns,
  old: TypeWithSteps | undefined,
  { index, shiftMs }: SaveContext,
): StepsPlan | null {
  const stored = old?.steps ?? []
  const path = `ticket_types.${index}.price_steps`
  if (sent && sent.length > STEPS_MAX) {
    refuseField(path, `A ticket type can have up to ${STEPS_MAX} early prices.`)
  }
  const inputs = sent ?? stored.map((step) => toInput(step, old!.sold_in))
  const after = inputs.map((input, at) => {
    const field = `${path}.${at}`
    const before = findStored(stored, inputs.slice(0, at), input, field)
    const step = readStep(input, before, { field, shiftMs, soldIn: type.sold_in })
    checkStep(step, before, { type, old, field })
    return step
  })
  const before = stored.map(toColumns)
  return isDeepStrictEqual(before, after) ? null : { type, before, after }
}

const toInput = ({ price_cents, ...step }: StoredStep, soldIn: number): PriceStepInput => ({
  ...step,
  price: toKes(price_cents),
  quantity: step.quantity === null ? null : Math.floor(step.quantity / soldIn),
})

function toColumns({ left: _, ...step }: StoredStep): StepColumns {
  const { id, name, price_cents, quantity, limit_id } = step
  return {
    ...{ id, name, price_cents, quantity, limit_id },
    starts_at: toDate(step.starts_at),
    ends_at: toDate(step.ends_at),
  }
}

const toDate = (at: string | null) => (at === null ? null : new Date(at))

function findStored(
  stored: StoredStep[],
  earlier: PriceStepInput[],
  { id }: PriceStepInput,
  field: string,
): StoredStep | undefined {
  if (id === undefined || id === null) return undefined
  const step = stored.find((one) => one.id === id.toLowerCase())
  if (!step) refuseField(`${field}.id`, 'This early price no longer exists. Reload the page.')
  const isSecond = earlier.some((other) => other.id?.toLowerCase() === step.id)
  if (isSecond) refuseField(`${field}.id`, `${field}.id is listed twice.`)
  return step
}

function readStep(
  input: PriceStepInput,
  stored: StoredStep | undefined,
  { field, shiftMs, soldIn }: { field: string; shiftMs: number; soldIn: number },
): StepColumns {
  const name = cleanLine(input.name ?? '')
  if (name === '') refuseField(`${field}.name`, 'Give this early price a name.')
  const quantity = input.quantity ?? null
  if (quantity !== null && quantity < 1) {
    refuseField(`${field}.quantity`, 'The number of tickets must be 1 or more.')
  }
  const moment = (at: 'starts_at' | 'ends_at') =>
    readSaleTime(input[at] ?? null, toDate(stored?.[at] ?? null), {
      field: `${field}.${at}`,
      shiftMs,
    })
  return {
    id: stored?.id ?? newId(),
    name,
    price_cents: readStepPrice(input.price, `${field}.price`),
    starts_at: moment('starts_at'),
    ends_at: moment('ends_at'),
    quantity: quantity === null ? null : quantity * soldIn,
    limit_id: stored?.limit_id ?? (quantity === null ? null : newId()),
  }
}

function readStepPrice(price: number | null | undefined, field: string): number {
  if (price === undefined || price === null || price <= 0) {
    refuseField(field, 'An early price must be more than 0.')
  }
  return toCents(price) ?? refuseField(field, `${field} must have at most two decimals.`)
}

/** Throws if a step exceeds its type. Checks only values that changed in the step or the type. */
function checkStep(
  step: StepColumns,
  stored: StoredStep | undefined,
  { type, old, field }: { type: TypeColumns; old: TypeWithSteps | undefined; field: string },
): void {
  const { name, price_cents, quantity, starts_at, ends_at } = step
  const isPriceKept = price_cents === stored?.price_cents && type.price_cents === old?.price_cents
  if (!isPriceKept && price_cents > type.price_cents) {
    const most = formatKesAndCents(toKes(type.price_cents))
    refuseField(`${field}.price`, `${name} may not cost more than ${type.name}, ${most}.`)
  }
  if (ends_at === null && quantity === null) {
    refuseField(`${field}.ends_at`, `Give ${name} an end, a number of tickets, or both.`)
  }
  if (starts_at && ends_at && starts_at >= ends_at) {
    refuseField(`${field}.ends_at`, `${name} must end after it starts.`)
  }
  if (quantity === null) return
  const isQuantityKept = quantity === stored?.quantity && type.capacity === old?.capacity
  if (!isQuantityKept && quantity > type.capacity) {
    const most = Math.floor(type.capacity / type.sold_in)
    const text = `${name} may not have more tickets than ${type.name}, ${most}.`
    refuseField(`${field}.quantity`, text)
  }
  refuseBelowTaken(quantity, stored, { field, soldIn: type.sold_in })
}

function refuseBelowTaken(
  quantity: number,
  stored: StoredStep | undefined,
  { field, soldIn }: { field: string; soldIn: number },
): void {
  if (!stored || quantity >= stored.held + stored.sold) return
  const least = Math.ceil((stored.held + stored.sold) / soldIn)
  throw new EventError('below_sold', {
    text: `The number of ${stored.name} cannot be below ${least}: these tickets are sold or pending.`,
    details: { field: `${field}.quantity`, least },
  })
}

/** The steps of a copied ticket type, with their own limits. */
export function copySteps(steps: StoredStep[]): StepColumns[] {
  return steps.map((step) => ({
    ...toColumns(step),
    id: newId(),
    limit_id: step.quantity === null ? null : newId(),
  }))
}

/** Writes the steps of a plan. The caller still has the locks under which the plan was made. */
export async function writeSteps(tx: Tx, eventId: string, plans: StepsPlan[]): Promise<void> {
  for (const { type, before, after } of plans) {
    await replaceSteps(tx, { eventId, typeId: type.id }, after)
    const kept = after.map(({ limit_id }) => limit_id)
    for (const { limit_id } of before) {
      if (limit_id !== null && !kept.includes(limit_id)) await removeLimit(tx, limit_id)
    }
  }
}
