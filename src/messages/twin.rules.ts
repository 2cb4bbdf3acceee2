import type { Language } from '../platform/values/language.rules.ts'

/** The same words in each language; `{name}` stands for what is put in. */
export type Twin<Place extends string = string> = Record<Language, string> & {
  /** Only a type: what is put in. */
  readonly places?: Place
}

/** What a text has between braces. */
type PlacesOf<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesOf<Rest>
  : never

type SamePlaces<En extends string, Sw extends string> = [PlacesOf<En>, PlacesOf<Sw>] extends [
  PlacesOf<Sw>,
  PlacesOf<En>,
]
  ? Sw
  : `lacks ${Exclude<PlacesOf<En>, PlacesOf<Sw>>}`

/** An English text and its Swahili twin, with the same places: else it does not compile. */
export function twin<const En extends string, const Sw extends string>(
  en: En,
  sw: SamePlaces<En, Sw>,
): Twin<PlacesOf<En>> {
  return { en, sw }
}

/** The text with all its places filled. */
export function fill<Place extends string>(
  text: Twin<Place>,
  language: Language,
  values: Record<Place, string | number>,
): string {
  return text[language].replace(/\{(\w+)\}/g, (_, place: Place) => String(values[place]))
}
