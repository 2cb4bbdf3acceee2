import { refuseField } from '../../platform/errors.ts'
import { toCents, toKes } from '../../platform/values/money.rules.ts'
import {
  type PriceInput,
  priceAfter,
  priceFault,
  TYPES_TEXT,
  type TypePrice,
} from './type-price.rules.ts'

/** The columns of a ticket type's price, in cents. */
export type PriceColumns = {
  price_cents: number
  is_free: boolean
  lowest_cents: number | null
  suggested_cents: number | null
  highest_cents: number | null
}

export function toTypePrice({ price_cents, is_free, ...bounds }: PriceColumns): TypePrice {
  const { lowest_cents, suggested_cents, highest_cents } = bounds
  const kesOf = (cents: number | null) => (cents === null ? null : toKes(cents))
  return {
    price: toKes(price_cents),
    is_free,
    lowest: kesOf(lowest_cents),
    suggested: kesOf(suggested_cents),
    highest: kesOf(highest_cents),
  }
}

/**
 * Reads the price of the type at `path`. Throws an AppError that names the field at fault:
 * `price_steps` if a free type, or a type whose buyers choose the price, has steps.
 */
export function readPrices(
  input: PriceInput & { price_steps?: readonly object[] },
  old: (PriceColumns & { steps: readonly object[] }) | undefined,
  path: string,
): PriceColumns {
  const stored = old && toTypePrice(old)
  const fault = priceFault(input, stored, (input.price_steps ?? old?.steps ?? []).length)
  if (fault) refuseField(`${path}.${fault.field}`, fault.text)
  const { price, is_free, lowest, suggested, highest } = priceAfter(input, stored)
  const centsOf = (kes: number | null) => (kes === null ? null : toCents(kes))
  return {
    price_cents: readPrice(price, `${path}.price`),
    is_free,
    lowest_cents: centsOf(lowest),
    suggested_cents: centsOf(suggested),
    highest_cents: centsOf(highest),
  }
}

type Visibility = { is_hidden: boolean; sold_at_door: boolean }

/** Reads who can see and buy the type. By default, a new hidden type is not sold at the door. */
export function readVisibility(
  sent: { [name in keyof Visibility]?: boolean | undefined },
  old: Visibility | undefined,
): Visibility {
  const is_hidden = sent.is_hidden ?? old?.is_hidden ?? false
  return { is_hidden, sold_at_door: sent.sold_at_door ?? old?.sold_at_door ?? !is_hidden }
}

function readPrice(price: number | null | undefined, field: string): number {
  if (price === undefined || price === null || price < 0) refuseField(field, TYPES_TEXT)
  return toCents(price) ?? refuseField(field, `${field} must have at most two decimals.`)
}
