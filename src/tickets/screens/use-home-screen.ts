import { useEffect } from 'react'
import { PREFIX } from '../../ui/language.rules.ts'

/**
 * The link to a ticket's web app manifest, with which a browser can add the ticket to the home
 * screen. The server writes the link into a page only if the visit starts on that page.
 */
export const homeScreenLink = (number: string) => `${PREFIX}/t/${number}/app.webmanifest`

/**
 * Adds the manifest link if the browser came to the ticket's page from another page of the site.
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
