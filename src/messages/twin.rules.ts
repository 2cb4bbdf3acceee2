import type { Language } from '../platform/values/language.rules.ts'

/** A text in each language; `{name}` is a placeholder for a value. */
export type Twin<Name extends string = string> = Record<Language, string> & {
  /** Never set at run time. It only makes the names of the placeholders a part of the type. */
  readonly placeholders?: Name
}

/** The names between the braces of a text. */
type PlaceholdersOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never

type SamePlaceholders<En extends string, Sw extends string> = [
  PlaceholdersOf<En>,
  PlaceholdersOf<Sw>,
] extends [PlaceholdersOf<Sw>, PlaceholdersOf<En>]
  ? Sw
  : `lacks ${Exclude<PlaceholdersOf<En>, PlaceholdersOf<Sw>>}`

/** An English text and its Swahili translation. They must have the same placeholders to compile. */
export function twin<const En extends string, const Sw extends string>(
  en: En,
  sw: SamePlaceholders<En, Sw>,
): Twin<PlaceholdersOf<En>> {
  return { en, sw }
}

/**
 * Looks up a text in a table whose keys are the English texts and whose values are the Swahili
 * texts. Throws if the table lacks the text.
 */
export function twinOf(texts: Readonly<Record<string, string>>, english: string): Twin {
  const sw = texts[english]
  if (sw === undefined) throw new Error(`no Swahili for: ${english}`)
  return { en: english, sw }
}

/** The text with a value for each placeholder. */
export function fill<Name extends string>(
  text: Twin<Name>,
  language: Language,
  values: Record<Name, string | number>,
): string {
  return text[language].replace(/\{(\w+)\}/g, (_, name: Name) => String(values[name]))
}
