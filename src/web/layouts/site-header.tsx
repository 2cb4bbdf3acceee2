import { NavLink } from 'react-router'
import { CATEGORY_CHIPS, categoryWords } from '../../events/catalogue/category.rules.ts'
import { SearchBox } from '../../events/screens/search-box.tsx'
import { Link } from '../../ui/link.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { AccountLink } from './account-link.tsx'
import { BuyByPhone } from './buy-by-phone.tsx'
import { OtherLanguage } from './other-language.tsx'
import { SiteMenu } from './site-menu.tsx'

/**
 * On a phone the header is one row with a menu, followed by a slim line with the USSD code. A phone in
 * landscape has room for one row only.
 */
export function SiteHeader() {
  return (
    <header className="border-b border-line print:hidden">
      <div className="relative mx-auto flex w-full max-w-[1160px] flex-wrap items-center gap-x-1 px-4 pt-1.5 sm:px-6 md:gap-x-4 md:pb-1 md:pt-3 lg:gap-x-6">
        <Link
          to="/"
          className="inline-flex min-h-11 items-center max-md:mr-auto"
          aria-label="Lango, home"
        >
          <Wordmark />
        </Link>
        <div className="md:min-w-[6em] md:flex-1">
          <SearchBox />
        </div>
        <p className="order-1 basis-full py-1 empty:hidden md:order-none md:basis-auto low:order-none low:basis-auto">
          <BuyByPhone look="text" />
        </p>
        <OtherLanguage isShort />
        <AccountLink className="hidden min-h-11 items-center whitespace-nowrap rounded-soft border border-edge px-3 text-small font-semibold hover:border-ink hover:bg-paper md:inline-flex low:hidden" />
        <SiteMenu />
        <SecondRow />
      </div>
    </header>
  )
}

/** The categories and the link to the organizers' pages. Phones show both elsewhere. */
function SecondRow() {
  return (
    <div className="-mx-3 hidden grow basis-full md:block low:hidden">
      <div className="flex justify-between">
        <nav aria-label="Categories">
          <ul className="flex">
            {CATEGORY_CHIPS.map((name) => (
              <li key={name}>
                <RowLink to={`/category/${name}`}>{categoryWords(name)}</RowLink>
              </li>
            ))}
          </ul>
        </nav>
        <RowLink to="/sell">Sell tickets</RowLink>
      </div>
    </div>
  )
}

function RowLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink
      discover="none"
      to={to}
      className="inline-flex min-h-11 items-center px-3 text-small font-semibold text-quiet hover:text-ink aria-[current=page]:text-accent"
    >
      {children}
    </NavLink>
  )
}
