import { refuseField } from '../platform/errors.ts'
import { normalisePhone, PHONE_ERROR, phoneHint } from '../platform/values/phone.rules.ts'
import { BUYING } from './pages-buying.text.ts'
import { type Twin, twinOf } from './twin.rules.ts'

/** The error text, in both languages, for a number that `normalisePhone` cannot read. */
export function phoneErrorText(typed: string): Twin {
  const hint = phoneHint(typed)
  const first = twinOf(BUYING, PHONE_ERROR)
  if (hint === null) return first
  const second = twinOf(BUYING, hint)
  return { en: `${first.en}. ${second.en}`, sw: `${first.sw}. ${second.sw}` }
}

/**
 * The number in the field `phone` of a request. Throws invalid_field, with the text in both
 * languages, if the number is no Kenyan mobile number.
 */
export const readPhone = (typed: string): string =>
  normalisePhone(typed) ?? refuseField('phone', phoneErrorText(typed))
