/** What this bundle speaks: the build of the Swahili pages puts 'sw' here (words/swahili.ts). */
export const LANGUAGE = 'en' as 'en' | 'sw'

/** What stands before the path of each of its pages. */
export const PREFIX = LANGUAGE === 'sw' ? '/sw' : ''
