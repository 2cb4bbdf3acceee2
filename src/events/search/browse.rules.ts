import { CATEGORY_CHIPS } from '../catalogue/category.rules.ts'
import {
  type DateChoice,
  rangeFor,
  readDateChoice,
  thisWeekend,
  tonight,
} from '../date-range.rules.ts'
import { cleanLine } from '../edit.rules.ts'

/** Cards added by 'Load More Events': whole rows of two and of three. */
export const PAGE_SIZE = 12
export const PAGES_MAX = 50
const TOWN_MAX = 100

/**
 * A visitor's choices on the home page; all are in the address. `quick` is 'tonight', 'weekend',
 * 'free', a town, or '' for none.
 */
export type Browse = { category: string; date: DateChoice; quick: string; pages: number }

/** Returns valid choices for any address. */
export function readBrowse(params: URLSearchParams): Browse {
  const asked = params.get('category')?.toLowerCase()
  return {
    category: CATEGORY_CHIPS.find((name) => name.toLowerCase() === asked) ?? '',
    date: readDateChoice(params.get('date')),
    quick: cleanLine(params.get('for') ?? '').slice(0, TOWN_MAX),
    pages: readPages(params),
  }
}

export function readPages(params: URLSearchParams): number {
  const pages = Number(params.get('pages'))
  return Number.isInteger(pages) ? Math.min(Math.max(pages, 1), PAGES_MAX) : 1
}

/** The query string for these choices: '' for the defaults. */
export function browseSearch({ category, date, quick, pages }: Browse): string {
  const params = new URLSearchParams()
  if (category) params.set('category', category)
  if (date !== 'all') params.set('date', date)
  if (quick) params.set('for', quick)
  if (pages > 1) params.set('pages', String(pages))
  return params.size > 0 ? `?${params}` : ''
}

/**
 * The parameters that a chosen date keeps: all other choices, except 'tonight' and 'weekend', which
 * are dates.
 */
export function keptByDate({ category, quick }: Browse): [string, string][] {
  const isDay = quick === 'tonight' || quick === 'weekend'
  const kept = { category, date: 'all', quick: isDay ? '' : quick, pages: 1 } as const
  return [...new URLSearchParams(browseSearch(kept))]
}

/** Whether the visitor has chosen nothing. */
export const isUnfiltered = (browse: Browse): boolean =>
  browseSearch({ ...browse, pages: 1 }) === ''

/**
 * The query of GET /api/events for these choices, without its limit. While nothing is chosen, the
 * events in the hero and in Featured are left out, because they are on the page already.
 */
export function browseQuery(browse: Browse, today: string): URLSearchParams {
  const { category, date, quick } = browse
  return new URLSearchParams({
    ...rangeFor(date, today),
    ...quickQuery(quick, today),
    ...(category && { category }),
    ...(isUnfiltered(browse) && { is_main_event: 'false', is_featured: 'false' }),
  })
}

function quickQuery(quick: string, today: string): Record<string, string> {
  if (quick === 'tonight') return tonight(today)
  if (quick === 'weekend') return thisWeekend(today)
  if (quick === 'free') return { is_free: 'true' }
  return quick === '' ? {} : { town: quick }
}
