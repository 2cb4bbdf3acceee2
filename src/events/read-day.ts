import { AppError } from '../platform/errors.ts'
import { isDay } from './event-form.rules.ts'

/** A day of a filter; throws AppError that names it where there is no such day. */
export function readDay(field: string, day: string | undefined): string | undefined {
  if (day === undefined || isDay(day)) return day
  throw new AppError('invalid_field', {
    text: `${field} must be a day such as 2027-03-14.`,
    details: { field },
  })
}
