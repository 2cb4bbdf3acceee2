import { BUYING } from './pages-buying.text.ts'
import { PRIVACY_POLICY, REFUNDS, TERMS_OF_SERVICE } from './pages-policies.text.ts'
import { REFUND_LINK, SELL, SELLING } from './pages-selling.text.ts'
import { CONTACT, HELP_ANSWERS, SITE } from './pages-site.text.ts'
import { TICKETS } from './pages-tickets.text.ts'
import { type Twin, twinOf } from './twin.rules.ts'

/** Texts of all pages: from English, with {} for each value, to Swahili. */
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

/** A text of PAGES that a reply contains, too. `english` is the key of the text. */
export const pageText = (english: string): Twin => twinOf(PAGES, english)
