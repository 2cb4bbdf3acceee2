/**
 * The language of this bundle. The build of the Swahili pages replaces it by 'sw'
 * (words/swahili.ts).
 */
export const LANGUAGE = 'en' as 'en' | 'sw'

/** The prefix of every page's path. */
export const PREFIX = LANGUAGE === 'sw' ? '/sw' : ''
