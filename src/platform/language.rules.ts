/** The languages that buyers are spoken to in. */
export type Language = 'en' | 'sw'

/** The same page in this language: Swahili stands under /sw. */
export function linkIn(language: Language, link: string): string {
  if (language === 'en') return link
  const { origin } = new URL(link)
  return `${origin}/sw${link.slice(origin.length)}`
}
