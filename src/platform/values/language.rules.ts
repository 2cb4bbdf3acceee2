/** The languages that buyers are spoken to in. */
export type Language = 'en' | 'sw'

/** What stands before the path of a page in this language. */
export function pathPrefix(language: Language): '' | '/sw' {
  return language === 'sw' ? '/sw' : ''
}

/** The same page in this language. */
export function linkIn(language: Language, link: string): string {
  const { origin } = new URL(link)
  return `${origin}${pathPrefix(language)}${link.slice(origin.length)}`
}
