import { useEffect } from 'react'
import { PREFIX } from '../../ui/language.rules.ts'

/**
 * The web app manifest of this ticket, so that it can be added to the home screen; the server puts
 * it into the first page.
 */
export const homeScreenLink = (number: string) => `${PREFIX}/t/${number}/app.webmanifest`

/**
 * Links the manifest on a ticket page that the browser reached from another page, without the
 * server.
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
