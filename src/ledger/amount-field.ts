import { refuseField } from '../platform/errors.ts'
import { toCents } from '../platform/values/money.rules.ts'

/**
 * Converts an amount in shillings to cents. Refuses the field by its name if it has too many
 * decimals.
 */
export function centsOf(shillings: number, field: string): number {
  const cents = toCents(shillings)
  if (cents !== null) return cents
  const text = `${field} must be shillings with at most two decimals.`
  refuseField(field, text)
}
