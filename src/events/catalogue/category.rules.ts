/** A category's address is its name, in any case; this is the one that others should link to. */
export function categoryPath(name: string): string {
  return `/category/${encodeURIComponent(name)}`
}

/** In the order of the chips. */
export const CATEGORY_CHIPS = ['Concerts', 'Festivals', 'Theater', 'Sports', 'Comedy'] as const

/** A category as pages of this language call it: the Swahili build has its words (words/swahili.ts). */
export const categoryWords = (name: string): string => name
