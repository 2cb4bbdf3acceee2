/** The languages of buyers. */
export type Language = 'en' | 'sw'

/** The language of the page that sends a request; other clients get English. */
export function requestedLanguage(headers: Readonly<Record<string, unknown>>): Language {
  return headers['x-language'] === 'sw' ? 'sw' : 'en'
}

/** The prefix of the paths of all pages in this language. */
export function pathPrefix(language: Language): '' | '/sw' {
  return language === 'sw' ? '/sw' : ''
}

/** The URL of the same page in this language. */
export function linkIn(language: Language, link: string): string {
  const { origin } = new URL(link)
  return `${origin}${pathPrefix(language)}${link.slice(origin.length)}`
}
