import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a link to another page, moves the focus to its heading, as a full page load would restart
 * reading. Not on the first page, and not if the page has set the focus itself.
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
