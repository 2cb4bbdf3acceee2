import { refuseField } from '../errors.ts'
import { isDay } from './nairobi.rules.ts'

// The time zone is required, because a text without it would mean another instant on a machine with
// another time zone.
const MOMENT = /^2[01]\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/**
 * The instant in a field of a request. Null if the field is empty. Throws invalid_field for `field`
 * if the text is no instant of the years 2000 to 2199.
 */
export function readMoment(sent: string | null, field: string): Date | null {
  if (sent === null || sent === '') return null
  const at = MOMENT.test(sent) && isDay(sent.slice(0, 10)) ? Date.parse(sent) : Number.NaN
  if (Number.isNaN(at)) refuseField(field, `${field} must be a time such as 2026-11-27T20:59:00Z.`)
  return new Date(at)
}
