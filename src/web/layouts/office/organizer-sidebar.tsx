import { Link, NavLink, useLocation } from 'react-router'
import type { SessionUser } from '../../../accounts/accounts.contract.ts'
import { useWorkCount } from '../../../reports/office/work-count.ts'
import { formatCount } from '../../../ui/office/formats.rules.ts'
import { Wordmark } from '../../../ui/wordmark.tsx'

type Entry = [to: string, label: string]

const PAGES: Entry[] = [
  ['/organizer/dashboard', 'Dashboard'],
  ['/organizer/events', 'Events'],
]

/** Menu entries that only organizers have. */
const OWN_PAGES: Entry[] = [
  ['/organizer/team', 'Team'],
  ['/organizer/page', 'Public page'],
]

const DRAFTS: Entry = ['/organizer/drafts', 'Drafts']

/** Pages with sums of money. */
const MONEY_PAGES: Entry[] = [
  ['/organizer/tickets', 'Tickets'],
  ['/organizer/statement', 'Statement'],
]

const WORK_LIST = '/organizer/work-list'

const ADMIN_PAGES: Entry[] = [
  [WORK_LIST, 'Work list'],
  ['/organizer/operation', 'Operation'],
  ['/organizer/settings', 'Settings'],
  ['/organizer/people', 'People'],
]

const HELP: Entry = ['/help', 'Help']

const ENTRY =
  'flex min-h-11 items-center rounded-soft px-3 font-semibold text-quiet hover:bg-ground hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-deep'

export function OrganizerSidebar({
  user,
  isLeaving,
  onSignOut,
}: {
  user: SessionUser | null
  isLeaving: boolean
  onSignOut: () => void
}) {
  return (
    <div className="flex h-full flex-col">
      {/* The padding lets the user scroll to entries that the footer covers while a notice is shown above. */}
      <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-3 pb-12 pt-4">
        <Link to="/" className="inline-flex min-h-11 items-center px-3" aria-label="Lango, home">
          <Wordmark />
        </Link>
        <nav aria-label="Back office" className="flex flex-col gap-6">
          <Entries entries={entriesOf(user)} />
          {user?.role === 'admin' && ADMIN_PAGES.length > 0 && (
            <div>
              <p className="px-3 pb-1 text-small text-quiet">Manage</p>
              <Entries entries={ADMIN_PAGES} />
            </div>
          )}
        </nav>
      </div>
      {/* Always visible, however low the window is: the list above scrolls. */}
      <div className="sticky bottom-0 border-t border-line bg-paper px-3 py-2">
        <NavLink to="/organizer/account" title={user?.email} className={ENTRY}>
          <span className="min-w-0">
            <span className="block">Account</span>
            <span className="block truncate text-small font-normal">{user?.email ?? '\u00a0'}</span>
          </span>
        </NavLink>
        <button
          type="button"
          disabled={isLeaving}
          onClick={onSignOut}
          className="flex min-h-11 w-full items-center rounded-soft px-3 font-semibold hover:bg-ground disabled:text-quiet"
        >
          Sign Out
        </button>
      </div>
    </div>
  )
}

/** The entries of the user's role, without the pages that only admins use. */
function entriesOf(user: SessionUser | null): Entry[] {
  if (user?.lacks_figures) return [...PAGES, HELP]
  if (user?.role !== 'organizer') return [...PAGES, ...MONEY_PAGES]
  return [...PAGES, DRAFTS, ...MONEY_PAGES, ...OWN_PAGES, HELP]
}

/** Whether a menu entry stands for the current page. Drafts without an entry belong to Events. */
function isCurrent(to: string, pathname: string, entries: Entry[]): boolean {
  const page = entries.includes(DRAFTS)
    ? pathname
    : pathname.replace(/^\/organizer\/drafts\b/, '/organizer/events')
  return page === to || page.startsWith(`${to}/`)
}

function Entries({ entries }: { entries: Entry[] }) {
  const { pathname } = useLocation()
  return (
    <ul className="flex flex-col gap-1">
      {entries.map(([to, label]) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={isCurrent(to, pathname, entries) ? 'page' : undefined}
            className={ENTRY}
          >
            {label}
            {to === WORK_LIST && <WorkBadge />}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The number of tasks. Screen readers read 'Work list, 7 tasks'. */
function WorkBadge() {
  const count = useWorkCount()
  if (count === 0) return null
  return (
    <>
      <span className="sr-only">, </span>
      <span className="ml-auto min-w-6 rounded-soft bg-accent px-1.5 text-center text-small text-white tabular-nums">
        {formatCount(count)}
      </span>
      <span className="sr-only"> {count === 1 ? 'task' : 'tasks'}</span>
    </>
  )
}
