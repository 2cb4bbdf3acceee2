import { useEffect } from 'react'
import { PREFIX } from '../../ui/language.rules.ts'

/** What tells the browser how this ticket stands on the home screen; the head of a first answer has it. */
export const homeScreenLink = (number: string) => `${PREFIX}/t/${number}/app.webmanifest`

/** The same where one came from another page. */
export function useHomeScreen(number: string): void {
  useEffect(() => {
    const found = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    const link = found ?? document.head.appendChild(document.createElement('link'))
    link.rel = 'manifest'
    link.href = homeScreenLink(number)
    return () => link.remove()
  }, [number])
}
