/** The languages that buyers are spoken to in. */
export type Language = 'en' | 'sw'
