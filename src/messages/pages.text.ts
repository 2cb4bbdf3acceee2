import { BUYING } from './pages-buying.text.ts'
import { PRIVACY_POLICY, REFUNDS, TERMS_OF_SERVICE } from './pages-policies.text.ts'
import { REFUND_LINK, SELL, SELLING } from './pages-selling.text.ts'
import { CONTACT, HELP_ANSWERS, SITE } from './pages-site.text.ts'
import { TICKETS } from './pages-tickets.text.ts'
import { type Twin, twinOf } from './twin.rules.ts'

/** Keys are the English texts, with {} for each value; the values are Swahili. */
export const PAGES: Readonly<Record<string, string>> = {
  ...BUYING,
  ...TICKETS,
  ...REFUND_LINK,
  ...SITE,
  ...CONTACT,
  ...HELP_ANSWERS,
  ...REFUNDS,
  ...SELLING,
  ...SELL,
  ...PRIVACY_POLICY,
  ...TERMS_OF_SERVICE,
}

/** Shared by a page and a reply. `english` is its key in PAGES. */
export const pageText = (english: string): Twin => twinOf(PAGES, english)
