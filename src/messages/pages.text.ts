import { BUYING } from './pages-buying.text.ts'
import { CONTACT } from './pages-contact.text.ts'
import { HELP_ANSWERS } from './pages-help.text.ts'
import { PRIVACY_POLICY } from './pages-privacy.text.ts'
import { REFUNDS } from './pages-refunds.text.ts'
import { SITE } from './pages-site.text.ts'
import { TERMS_OF_SERVICE } from './pages-terms.text.ts'
import { TICKETS } from './pages-tickets.text.ts'

/** All that visitors' pages say: the English, with {} for what is put in, and its Swahili. */
export const PAGES: Readonly<Record<string, string>> = {
  ...BUYING,
  ...TICKETS,
  ...SITE,
  ...CONTACT,
  ...HELP_ANSWERS,
  ...REFUNDS,
  ...PRIVACY_POLICY,
  ...TERMS_OF_SERVICE,
}
