import { useRef } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../ui/link.tsx'
import { useOutsidePress } from '../../ui/use-outside-press.ts'
import { AccountLink } from './account-link.tsx'

const ITEM = 'flex min-h-11 items-center px-4 font-semibold hover:bg-accent-soft'

/** The header's menu on a phone. Opens without script; closes after a choice or a press outside. */
export function SiteMenu() {
  const { key } = useLocation()
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (menu.current) menu.current.open = false
  }
  useOutsidePress(menu, close)
  return (
    <details
      key={key}
      ref={menu}
      onKeyDown={(press) => press.key === 'Escape' && close()}
      className="relative md:hidden low:block"
    >
      <summary
        aria-label="Menu"
        className="flex size-11 list-none items-center justify-center [&::-webkit-details-marker]:hidden"
      >
        <svg viewBox="0 0 24 24" className="size-6 stroke-current stroke-2" aria-hidden="true">
          <path d="M4 7h16M4 12h16M4 17h16" />
        </svg>
      </summary>
      <div className="absolute right-0 top-full z-20 w-44 overflow-hidden rounded-soft border border-line bg-white py-1 shadow-lift">
        <Link to="/my-ticket" className={ITEM}>
          My Ticket
        </Link>
        <Link to="/sell" className={ITEM}>
          Sell tickets
        </Link>
        <AccountLink className={ITEM} />
      </div>
    </details>
  )
}
