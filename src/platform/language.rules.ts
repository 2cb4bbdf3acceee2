/** The languages that buyers are spoken to in. */
export type Language = 'en' | 'sw'

/** What stands before the path of a page in this language. */
export function pathPrefix(language: Language): '' | '/sw' {
  return language === 'sw' ? '/sw' : ''
}
