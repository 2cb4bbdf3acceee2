import { CATEGORY_CHIPS } from '../catalogue/category.rules.ts'
import { type DateChoice, rangeFor, readDateChoice } from '../date-range.rules.ts'

/** Cards added by 'Load More Events': whole rows of two and of three. */
export const PAGE_SIZE = 12
export const PAGES_MAX = 50

/** A visitor's choices on the home page; all are in the address. */
export type Browse = { category: string; date: DateChoice; pages: number }

/** Returns valid choices for any address. */
export function readBrowse(params: URLSearchParams): Browse {
  const asked = params.get('category')?.toLowerCase()
  return {
    category: CATEGORY_CHIPS.find((name) => name.toLowerCase() === asked) ?? '',
    date: readDateChoice(params.get('date')),
    pages: readPages(params),
  }
}

export function readPages(params: URLSearchParams): number {
  const pages = Number(params.get('pages'))
  return Number.isInteger(pages) ? Math.min(Math.max(pages, 1), PAGES_MAX) : 1
}

/** The query string for these choices: '' for the defaults. */
export function browseSearch({ category, date, pages }: Browse): string {
  const params = new URLSearchParams()
  if (category) params.set('category', category)
  if (date !== 'all') params.set('date', date)
  if (pages > 1) params.set('pages', String(pages))
  return params.size > 0 ? `?${params}` : ''
}

/** The query of GET /api/events for these choices, without its limit. */
export function browseQuery({ category, date }: Browse, today: string): URLSearchParams {
  const params = new URLSearchParams({ ...rangeFor(date, today) })
  if (category) params.set('category', category)
  return params
}
