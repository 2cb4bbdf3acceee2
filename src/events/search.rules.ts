import { cleanLine } from './edit.rules.ts'

/** As many characters as GET /api/events takes for `q`. */
export const SEARCH_MAX = 200

const APOSTROPHES = /^['’‘‛ʼʻʹ`´′＇]+$/
const SIGNS_AROUND = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu

/**
 * The words that an event must have, each once. Signs around a word are no part of it, unless there
 * is nothing else; an apostrophe alone is nothing.
 */
export function searchWords(search: string): string[] {
  const words = search
    .split(/[\s\p{Pd}]+/u)
    .map((word) => word.replace(SIGNS_AROUND, '') || word)
    .filter((word) => word !== '' && !APOSTROPHES.test(word))
  return [...new Set(words)]
}

/** Whether a word has three letters or digits in a row, by which an index finds it. */
export function hasLongWord(words: readonly string[]): boolean {
  return words.some((word) => /[\p{L}\p{N}]{3}/u.test(word))
}

/** What is searched for; '' if the address names nothing that could be found. */
export function readSearch(params: URLSearchParams): string {
  return cleanLine(params.get('q') ?? '').slice(0, SEARCH_MAX)
}
