import { BUYING } from './pages-buying.text.ts'
import { SITE } from './pages-site.text.ts'
import { TICKETS } from './pages-tickets.text.ts'

/** All that visitors' pages say: the English, with {} for what is put in, and its Swahili. */
export const PAGES: Readonly<Record<string, string>> = { ...BUYING, ...TICKETS, ...SITE }
