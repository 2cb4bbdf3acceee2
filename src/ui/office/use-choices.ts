import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** How far down a list is read again after a reload: as far as one would scroll. */
const PAGES_MAX = 40

export type Paging = {
  pages: number
  /** As many as one page will hold. */
  isFull: boolean
  showMore: () => void
}

/** Paging for a list whose position is not kept in the address. */
export function usePaging(): Paging {
  const [pages, setPages] = useState(1)
  return { pages, isFull: false, showMore: () => setPages(pages + 1) }
}

export type Choices = Paging & {
  /** The value in the address, or the first option if the address has none of them. */
  of: (name: string, options: readonly (readonly [string, string])[]) => string
  text: (name: string) => string
  /** Sets a value and returns to the first page. '' removes it from the address. */
  choose: (name: string, value: string) => void
}

/** Filters that are kept in the address, so that they survive reloads, going back and sharing. */
export function useChoices(): Choices {
  const [params, setParams] = useSearchParams()
  const pages = Math.min(Math.max(Math.trunc(Number(params.get('pages'))) || 1, 1), PAGES_MAX)
  // The router's own parameters are those on screen: a second choice that comes before the first
  // is shown must not undo it.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  // In the same place of the history: going back leaves the page, and not each choice.
  const change = (edit: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(latest.current)
    edit(next)
    latest.current = next
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return {
    of: (name, options) => {
      const asked = params.get(name)
      return (options.find(([value]) => value === asked) ?? options[0]!)[0]
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
