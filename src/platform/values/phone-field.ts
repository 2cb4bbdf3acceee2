import { refuseField } from '../errors.ts'
import { normalisePhone, phoneError } from './phone.rules.ts'

/**
 * The number in the field `phone` of a request. Throws invalid_field if the number is no Kenyan
 * mobile number.
 */
export function readPhoneField(typed: string): string {
  return normalisePhone(typed) ?? refuseField('phone', phoneError(typed))
}
