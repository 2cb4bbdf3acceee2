import { useEffect } from 'react'
import { PREFIX } from '../../ui/language.rules.ts'

/**
 * Manifest with which browsers add the ticket to the home screen. The server writes the link only
 * if a visit starts on the page.
 */
export const homeScreenLink = (number: string) => `${PREFIX}/t/${number}/app.webmanifest`

/** For a visit that came from another page of the site. */
export function useHomeScreen(number: string): void {
  useEffect(() => {
    const found = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    const link = found ?? document.head.appendChild(document.createElement('link'))
    link.rel = 'manifest'
    link.href = homeScreenLink(number)
    return () => link.remove()
  }, [number])
}
