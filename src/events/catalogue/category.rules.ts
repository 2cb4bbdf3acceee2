/**
 * The canonical path of a category, made from its name. Paths that differ only in upper and lower
 * case are accepted too.
 */
export function categoryPath(name: string): string {
  return `/category/${encodeURIComponent(name)}`
}

/** The categories shown as filter buttons, in display order. */
export const CATEGORY_CHIPS = ['Concerts', 'Festivals', 'Theater', 'Sports', 'Comedy'] as const

/**
 * The category's name in the page's language. The Swahili build replaces this function
 * (words/swahili.ts).
 */
export const categoryWords = (name: string): string => name
