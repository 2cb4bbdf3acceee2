import type { LoaderFunctionArgs } from 'react-router'
import { cardFacts, type EventCardFacts } from '../../events/event-words.rules.ts'
import {
  type Browse,
  browseQuery,
  browseSearch,
  PAGES_MAX,
  readBrowse,
} from '../../events/search/browse.rules.ts'
import { readSearch } from '../../events/search.rules.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { loadEvents } from './load-events.ts'

type Highlights = { main: EventCardFacts[]; featured: EventCardFacts[]; shareImage?: string }

export type HomeData = {
  browse: Browse
  /** A search without script. The page then shows the results only. */
  q: string
  highlights: Highlights
  upcoming: EventCardFacts[]
  /** The address with one page more; null if there is none. */
  more: string | null
  /** As much as one page will hold, and not all. */
  isCut: boolean
}

const NOTHING: Highlights = { main: [], featured: [] }

/** More than a row of slides or a grid of favourites will hold. */
const HIGHLIGHT_PAGES = 8
const KEPT_MS = 60_000

/** The browser's last highlights. The server reads them for every visitor. */
let kept: { highlights: Highlights; until: number } | null = null

/** Forgets the highlights, so that a visitor who returns to the home page sees current ones. */
export function forgetHighlights(): void {
  kept = null
}

export async function loader(args: LoaderFunctionArgs): Promise<HomeData> {
  const params = new URL(args.request.url).searchParams
  const browse = readBrowse(params)
  const q = readSearch(params)
  const query = q ? new URLSearchParams({ q }) : browseQuery(browse, nairobiDate(new Date()))
  const [highlights, list] = await Promise.all([
    q ? NOTHING : loadHighlights(args),
    loadEvents(args, query, browse.pages),
  ])
  const next = browseSearch({ ...browse, pages: browse.pages + 1 })
  const canGoOn = list.hasMore && browse.pages < PAGES_MAX
  const more = q ? `?${new URLSearchParams({ q })}&${next.slice(1)}` : next
  return {
    browse,
    q,
    highlights,
    upcoming: list.events.map(cardFacts),
    more: canGoOn ? more : null,
    isCut: list.hasMore && !canGoOn,
  }
}

async function loadHighlights(args: LoaderFunctionArgs): Promise<Highlights> {
  const isBrowser = typeof document !== 'undefined'
  // A new filter changes only the list, so the rest is not fetched again.
  if (kept && Date.now() < kept.until) return kept.highlights
  const load = (query: Record<string, string>) =>
    loadEvents(args, new URLSearchParams(query), HIGHLIGHT_PAGES)
  const [main, featured] = await Promise.all([
    load({ is_main_event: 'true' }),
    load({ is_main_event: 'false', is_featured: 'true' }),
  ])
  const shareImage = main.events[0]?.share_image
  const highlights = {
    main: main.events.map(cardFacts),
    featured: featured.events.map(cardFacts),
    ...(shareImage && { shareImage }),
  }
  if (isBrowser) kept = { highlights, until: Date.now() + KEPT_MS }
  return highlights
}
