import { PHONE_ERROR, phoneHint } from '../platform/values/phone.rules.ts'
import { pageText } from './pages.text.ts'
import type { Twin } from './twin.rules.ts'

/** The error of a number for which `normalisePhone` is null, in both languages. */
export function phoneErrorText(typed: string): Twin {
  const hint = phoneHint(typed)
  const first = pageText(PHONE_ERROR)
  if (hint === null) return first
  const second = pageText(hint)
  return { en: `${first.en}. ${second.en}`, sw: `${first.sw}. ${second.sw}` }
}
