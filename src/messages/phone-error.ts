import { PHONE_ERROR, phoneHint } from '../platform/values/phone.rules.ts'
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
