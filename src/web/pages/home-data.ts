import type { LoaderFunctionArgs } from 'react-router'
import type { EventChoices } from '../../events/events.contract.ts'
import {
  type Browse,
  browseQuery,
  browseSearch,
  PAGES_MAX,
  readBrowse,
} from '../../events/search/browse.rules.ts'
import { cardFacts, type EventCardFacts } from '../../events/search/card.rules.ts'
import { readSearch } from '../../events/search.rules.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { apiOf, callApi } from '../../ui/api.ts'
import { loadEvents } from './load-events.ts'

type Highlights = {
  main: EventCardFacts[]
  featured: EventCardFacts[]
  choices: EventChoices
  shareImage?: string
}

export type HomeData = {
  browse: Browse
  /** The search text, if the visitor searched without script. The page then shows only results. */
  q: string
  highlights: Highlights
  upcoming: EventCardFacts[]
  /** The address that shows one more page of events. Null if there are no more. */
  more: string | null
}

const NO_CHOICES: EventChoices = { tonight: false, weekend: false, free: false, towns: [] }
const NOTHING: Highlights = { main: [], featured: [], choices: NO_CHOICES }

/** Enough pages for all slides and featured events that an admin would choose. */
const HIGHLIGHT_PAGES = 8
const KEPT_MS = 60_000

/**
 * The highlights that this browser loaded last. Not used on the server, where every visitor needs
 * current highlights.
 */
let kept: { highlights: Highlights; until: number } | null = null

/**
 * Discards the loaded highlights, so that a visitor who returns to the home page gets current
 * highlights.
 */
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
  }
}

async function loadHighlights(args: LoaderFunctionArgs): Promise<Highlights> {
  const isBrowser = typeof document !== 'undefined'
  // A changed filter only changes the list of events, so the highlights are not loaded again.
  if (kept && Date.now() < kept.until) return kept.highlights
  const load = (query: Record<string, string>) =>
    loadEvents(args, new URLSearchParams(query), HIGHLIGHT_PAGES)
  const { context, request } = args
  const [main, featured, choices] = await Promise.all([
    load({ is_main_event: 'true' }),
    load({ is_main_event: 'false', is_featured: 'true' }),
    callApi<EventChoices>(apiOf(context), '/api/event_choices', { signal: request.signal }),
  ])
  const shareImage = main.events[0]?.share_image
  const highlights = {
    main: main.events.map(cardFacts),
    featured: featured.events.map(cardFacts),
    choices: choices.ok ? choices.data : NO_CHOICES,
    ...(shareImage && { shareImage }),
  }
  if (isBrowser) kept = { highlights, until: Date.now() + KEPT_MS }
  return highlights
}
