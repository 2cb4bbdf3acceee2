import { cleanLine } from '../platform/values/clean-text.rules.ts'

/** The maximum length of `q` in GET /api/events. */
export const SEARCH_MAX = 200

const APOSTROPHES = /^['’‘‛ʼʻʹ`´′＇]+$/
const SIGNS_AROUND = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu

/**
 * The distinct words of a search. Removes punctuation around a word, unless the word is only
 * punctuation. Leaves out a lone apostrophe.
 */
export function searchWords(search: string): string[] {
  const words = search
    .split(/[\s\p{Pd}]+/u)
    .map((word) => word.replace(SIGNS_AROUND, '') || word)
    .filter((word) => word !== '' && !APOSTROPHES.test(word))
  return [...new Set(words)]
}

/**
 * Whether a word has three letters or digits in a row. Only then can the trigram index find the
 * word.
 */
export function hasLongWord(words: readonly string[]): boolean {
  return words.some((word) => /[\p{L}\p{N}]{3}/u.test(word))
}

/** The search query in a URL. '' if the URL has no query. */
export function readSearch(params: URLSearchParams): string {
  return cleanLine(params.get('q') ?? '').slice(0, SEARCH_MAX)
}
