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

/** Of a list whose place no address needs to keep. */
export function usePaging(): Paging {
  const [pages, setPages] = useState(1)
  return { pages, isFull: false, showMore: () => setPages(pages + 1) }
}

export type Choices = Paging & {
  /** What the address says, or the first of the options where it says none of them. */
  of: (name: string, options: readonly (readonly [string, string])[]) => string
  text: (name: string) => string
  /** Another choice begins at the first page. '' takes it out of the address. */
  choose: (name: string, value: string) => void
}

/** What was chosen on a page, kept in its address: for reloads, for going back, for sharing. */
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
