import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A link to another page moves the focus to its heading, where the browser would have begun anew.
 * Not at the first page, and not where the page has put the focus itself.
 */
export function useFocusOnArrival(): void {
  const { pathname, hash } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (hash || document.activeElement?.closest('main')) return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname, hash])
}
