import { useEffect } from 'react'
import { PREFIX } from '../../ui/language.rules.ts'

/**
 * The web app manifest of a ticket. With it a browser can add the ticket to the home screen. The
 * server writes this link into the first page.
 */
export const homeScreenLink = (number: string) => `${PREFIX}/t/${number}/app.webmanifest`

/**
 * Adds the manifest link to a ticket page that the browser reached by navigation, because the
 * server writes the link only into first pages.
 */
export function useHomeScreen(number: string): void {
  useEffect(() => {
    const found = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    const link = found ?? document.head.appendChild(document.createElement('link'))
    link.rel = 'manifest'
    link.href = homeScreenLink(number)
    return () => link.remove()
  }, [number])
}
