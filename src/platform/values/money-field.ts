import { refuseField } from '../errors.ts'
import { toCents } from './money.rules.ts'

/**
 * Converts shillings to cents. Throws invalid_field for `field` if the amount has fractions of a
 * cent.
 */
export function centsOf(shillings: number, field: string): number {
  const cents = toCents(shillings)
  if (cents !== null) return cents
  const text = `${field} must be shillings with at most two decimals.`
  refuseField(field, text)
}
