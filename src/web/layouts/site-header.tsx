import { NavLink } from 'react-router'
import { useSignedIn } from '../../accounts/screens/use-signed-in.ts'
import { CATEGORY_CHIPS, categoryWords } from '../../events/catalogue/category.rules.ts'
import { SearchBox } from '../../events/screens/search-box.tsx'
import { Link } from '../../ui/link.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { BuyByPhone } from './buy-by-phone.tsx'
import { OtherLanguage } from './other-language.tsx'

export function SiteHeader() {
  return (
    <header className="border-b border-line print:hidden">
      {/* At most two rows on a phone, to leave the screen to the page. */}
      <div className="relative mx-auto flex w-full max-w-[1160px] flex-wrap items-center gap-x-1.5 gap-y-1 px-4 pb-1 pt-2 sm:gap-x-3 sm:px-6 md:gap-x-6 md:pt-3">
        <Link to="/" className="inline-flex min-h-11 items-center" aria-label="Lango, home">
          <Wordmark />
        </Link>
        <div className="min-w-[6em] flex-1 basis-[35%] md:basis-0">
          <SearchBox />
        </div>
        <div className="order-1 max-w-28 md:order-none md:max-w-none">
          <BuyByPhone />
        </div>
        <OtherLanguage offer />
        <AccountLink />
        <Categories />
      </div>
    </header>
  )
}

function AccountLink() {
  const signedIn = useSignedIn()
  return (
    <a
      href={signedIn ? '/organizer/dashboard' : '/organizer/signin'}
      className="inline-flex min-h-11 items-center whitespace-nowrap rounded-soft border border-edge px-2 text-small font-semibold sm:px-3 hover:border-ink hover:bg-paper"
    >
      {signedIn ? 'Dashboard' : 'Sign In'}
    </a>
  )
}

/** A single row that scrolls on narrow screens. */
function Categories() {
  return (
    <nav
      aria-label="Categories"
      className="order-2 -mr-4 min-w-0 flex-1 basis-40 overflow-x-auto [scrollbar-width:none] sm:-mr-6 md:-ml-3 md:basis-full"
    >
      <ul className="flex">
        {CATEGORY_CHIPS.map((name) => (
          <li key={name}>
            <NavLink
              discover="none"
              to={`/category/${name}`}
              className="inline-flex min-h-11 items-center px-2 text-small font-semibold text-quiet hover:text-ink aria-[current=page]:text-accent sm:px-3"
            >
              {categoryWords(name)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
