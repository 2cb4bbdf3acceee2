import { Link, NavLink } from 'react-router'
import { useSignedIn } from '../../accounts/screens/use-signed-in.ts'
import { CATEGORY_CHIPS } from '../../events/category.rules.ts'
import { SearchBox } from '../../events/screens/search-box.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { BuyByPhone } from './buy-by-phone.tsx'

export function SiteHeader() {
  return (
    <header className="border-b border-line print:hidden">
      <div className="mx-auto grid w-full max-w-[1160px] grid-cols-[1fr_auto_auto] items-center gap-x-2 gap-y-2 px-4 pb-1 pt-3 sm:gap-x-3 sm:px-6 md:grid-cols-[auto_minmax(0,1fr)_auto_auto] md:gap-x-6">
        <Link
          to="/"
          className="inline-flex min-h-11 items-center justify-self-start"
          aria-label="Lango, home"
        >
          <Wordmark />
        </Link>
        <div className="order-last col-span-3 md:order-none md:col-span-1">
          <SearchBox />
        </div>
        <div className="max-w-28 sm:max-w-none">
          <BuyByPhone />
        </div>
        <AccountLink />
        <Categories />
      </div>
    </header>
  )
}

function AccountLink() {
  const signedIn = useSignedIn()
  return (
    <Link
      reloadDocument
      to={signedIn ? '/organizer/dashboard' : '/organizer/signin'}
      className="inline-flex min-h-11 items-center whitespace-nowrap rounded-soft border border-edge px-2 text-small font-semibold sm:px-3 hover:border-ink hover:bg-paper"
    >
      {signedIn ? 'Dashboard' : 'Sign In'}
    </Link>
  )
}

/** In one row that scrolls where it is too narrow. */
function Categories() {
  return (
    <nav
      aria-label="Categories"
      className="order-last col-span-full -mx-4 overflow-x-auto px-3 [scrollbar-width:none] sm:-mx-6 sm:px-5"
    >
      <ul className="flex">
        {CATEGORY_CHIPS.map((name) => (
          <li key={name}>
            <NavLink
              to={`/category/${name}`}
              className="inline-flex min-h-11 items-center px-2 text-small font-semibold text-quiet hover:text-ink aria-[current=page]:text-accent sm:px-3"
            >
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
