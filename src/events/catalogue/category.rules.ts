/** The address of a category: its name. Any case is accepted; this is the canonical one. */
export function categoryPath(name: string): string {
  return `/category/${encodeURIComponent(name)}`
}

/** In display order. */
export const CATEGORY_CHIPS = ['Concerts', 'Festivals', 'Theater', 'Sports', 'Comedy'] as const

/** The category's name in the page's language: the Swahili build replaces it (words/swahili.ts). */
export const categoryWords = (name: string): string => name
