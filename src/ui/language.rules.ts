/**
 * The language of this bundle. The build of the Swahili pages replaces it by 'sw'
 * (words/swahili.ts).
 */
export const LANGUAGE = 'en' as 'en' | 'sw'

export const PREFIX = LANGUAGE === 'sw' ? '/sw' : ''
