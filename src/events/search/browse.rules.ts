import { cleanLine } from '../../platform/values/clean-text.rules.ts'
import { CATEGORY_CHIPS } from '../catalogue/category.rules.ts'
import {
  type DateChoice,
  rangeFor,
  readDateChoice,
  thisWeekend,
  tonight,
} from './date-range.rules.ts'

/**
 * The number of cards that 'Load More Events' adds. It fills whole rows of two and of three cards.
 */
export const PAGE_SIZE = 12
export const PAGES_MAX = 50
const TOWN_MAX = 100

/**
 * A visitor's choices on the home page, as stored in the page's address. `quick` is 'tonight',
 * 'weekend', 'free' or a town. It is '' if there is no quick choice.
 */
export type Browse = { category: string; date: DateChoice; quick: string; pages: number }

/** Reads the choices in an address. Invalid choices are replaced by the defaults. */
export function readBrowse(params: URLSearchParams): Browse {
  const category = params.get('category')?.toLowerCase()
  return {
    category: CATEGORY_CHIPS.find((name) => name.toLowerCase() === category) ?? '',
    date: readDateChoice(params.get('date')),
    quick: cleanLine(params.get('for') ?? '').slice(0, TOWN_MAX),
    pages: readPages(params),
  }
}

export function readPages(params: URLSearchParams): number {
  const pages = Number(params.get('pages'))
  return Number.isInteger(pages) ? Math.min(Math.max(pages, 1), PAGES_MAX) : 1
}

/** The query string for these choices. '' if all are defaults. */
export function browseSearch({ category, date, quick, pages }: Browse): string {
  const params = new URLSearchParams()
  if (category) params.set('category', category)
  if (date !== 'all') params.set('date', date)
  if (quick) params.set('for', quick)
  if (pages > 1) params.set('pages', String(pages))
  return params.size > 0 ? `?${params}` : ''
}

/**
 * The parameters that stay when the visitor chooses a date. 'tonight' and 'weekend' do not stay,
 * because they are dates themselves.
 */
export function keptByDate({ category, quick }: Browse): [string, string][] {
  const isDay = quick === 'tonight' || quick === 'weekend'
  const kept = { category, date: 'all', quick: isDay ? '' : quick, pages: 1 } as const
  return [...new URLSearchParams(browseSearch(kept))]
}

/** Whether the visitor has made no choice. */
export const isUnfiltered = (browse: Browse): boolean =>
  browseSearch({ ...browse, pages: 1 }) === ''

/**
 * The query of GET /api/events for these choices, without `limit`. Without any choice, leaves out
 * main events and featured events, because the page shows them already.
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
