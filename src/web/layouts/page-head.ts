import { useEffect } from 'react'
import { useLocation, useMatches } from 'react-router'
import type { Preload } from '../../events/screens/poster.tsx'
import { useSite } from '../../ui/site.tsx'

/** A page's metadata for browsers, search engines and link previews. */
export type PageHead = {
  title: string
  description: string
  /** The path of the page's canonical address. Absent for a page that should not be shared. */
  canonical?: string
  noindex?: boolean
  /** The path of the web app manifest, for pages that can be put on a phone's home screen. */
  manifest?: string
  /** The picture for link previews: 1200×630. */
  shareImage?: string
  structuredData?: unknown
  /** The largest picture of the page, which the browser should load first. */
  preload?: Preload | undefined
}

/** The `handle` of a page's route. `head` computes the page's metadata from its loader's data. */
export type PageHandle<T = unknown> = {
  head: (data: T | undefined) => PageHead
  /** Loads the files that the page needs in addition to its own module. Never rejects. */
  load?: (data: T | undefined) => Promise<void>
}

type Match = { handle: unknown; loaderData: unknown }

const FALLBACK: PageHead = {
  title: 'Lango',
  description: 'Tickets for events in Kenya, paid with M-PESA.',
  noindex: true,
}

export function headOf(matches: readonly Match[], status = 200): PageHead {
  if (status === 404) return { ...FALLBACK, title: 'Not found · Lango' }
  if (status >= 500) return { ...FALLBACK, title: 'Something went wrong · Lango' }
  for (const match of [...matches].reverse()) {
    const handle = match.handle as PageHandle | undefined
    if (handle?.head) return handle.head(match.loaderData)
  }
  return FALLBACK
}

/**
 * Updates the document's head in the browser after each navigation. The server writes the head of
 * the first page only.
 */
export function useDocumentHead(): void {
  const matches = useMatches()
  const { key } = useLocation()
  const { origin } = useSite()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes with every navigation
  useEffect(() => {
    const head = headOf(matches)
    document.title = head.title
    setContent('meta[name=description]', 'content', head.description)
    setContent('link[rel=canonical]', 'href', origin + (head.canonical ?? location.pathname))
    setContent('meta[name=robots]', 'content', head.noindex ? 'noindex' : 'all')
  }, [key, matches, origin])
}

function setContent(selector: string, attribute: string, value: string): void {
  document.querySelector(selector)?.setAttribute(attribute, value)
}
