import { cleanLine } from './edit.rules.ts'

/** As many characters as GET /api/events takes for `q`. */
export const SEARCH_MAX = 200

/** What is searched for; '' if the address names nothing that could be found. */
export function readSearch(params: URLSearchParams): string {
  return cleanLine(params.get('q') ?? '').slice(0, SEARCH_MAX)
}
