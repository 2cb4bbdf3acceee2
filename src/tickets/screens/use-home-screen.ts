import { useEffect } from 'react'
import { PREFIX } from '../../ui/language.rules.ts'

/**
 * The path of the web app manifest, with which browsers add the ticket to the home screen. The
 * server writes the link to the manifest only if the ticket page is the first page of a visit.
 */
export const homeScreenLink = (number: string) => `${PREFIX}/t/${number}/app.webmanifest`

/** Adds the manifest's link if the visit began on another page of the site. */
export function useHomeScreen(number: string): void {
  useEffect(() => {
    const found = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    const link = found ?? document.head.appendChild(document.createElement('link'))
    link.rel = 'manifest'
    link.href = homeScreenLink(number)
    return () => link.remove()
  }, [number])
}
