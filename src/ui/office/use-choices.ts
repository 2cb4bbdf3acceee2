import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * The most pages that a list shows, so that a reload does not load more rows than a person would
 * scroll through.
 */
const PAGES_MAX = 40

export type Paging = {
  pages: number
  /** True if no more pages can be shown: see PAGES_MAX. */
  isFull: boolean
  showMore: () => void
}

/** Paging for a list that does not store the number of shown pages in the page's URL. */
export function usePaging(): Paging {
  const [pages, setPages] = useState(1)
  return { pages, isFull: false, showMore: () => setPages(pages + 1) }
}

export type Choices = Paging & {
  /**
   * The value of a filter in the address, or the first option if the address has no valid value.
   */
  of: (name: string, options: readonly (readonly [string, string])[]) => string
  text: (name: string) => string
  /**
   * Sets the value of a filter and returns to the first page. The value '' removes the filter from
   * the address.
   */
  choose: (name: string, value: string) => void
}

/**
 * Filters that are stored in the address, so that reloads, the back button and shared links keep
 * them.
 */
export function useChoices(): Choices {
  const [params, setParams] = useSearchParams()
  const pages = Math.min(Math.max(Math.trunc(Number(params.get('pages'))) || 1, 1), PAGES_MAX)
  // The router's parameters change only with the next render. Keep the latest parameters here, so
  // that a second choice before that render does not undo the first.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  // Replaces the current history entry, so that the back button leaves the page and does not undo a
  // single choice.
  const change = (edit: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(latest.current)
    edit(next)
    latest.current = next
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return {
    of: (name, options) => {
      const param = params.get(name)
      return (options.find(([value]) => value === param) ?? options[0]!)[0]
    },
    text: (name) => params.get(name) ?? '',
    pages,
    isFull: pages >= PAGES_MAX,
    choose: (name, value) =>
      change((next) => {
        next.delete('pages')
        if (value) next.set(name, value)
        else next.delete(name)
      }),
    showMore: () => change((next) => next.set('pages', String(pages + 1))),
  }
}
