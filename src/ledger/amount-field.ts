import { AppError } from '../platform/errors.ts'
import { toCents } from '../platform/values/money.rules.ts'

/** Cents of an amount that was sent in shillings; refused by its field's name where it has more decimals. */
export function centsOf(shillings: number, field: string): number {
  const cents = toCents(shillings)
  if (cents !== null) return cents
  const text = `${field} must be shillings with at most two decimals.`
  throw new AppError('invalid_field', { text, details: { field } })
}
