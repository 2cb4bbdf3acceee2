import { categoryWords } from '../../events/catalogue/category.rules.ts'
import { Link } from '../../ui/link.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { BuyByPhone } from './buy-by-phone.tsx'
import { OtherLanguage } from './other-language.tsx'

type Group = [name: string, ...links: [to: string, label: string][]]

const GROUPS: Group[] = [
  [
    'Events',
    ...['Sports', 'Festivals', 'Theater', 'Concerts', 'Comedy'].map((name): [string, string] => [
      `/category/${name}`,
      name,
    ]),
  ],
  [
    'Your tickets',
    ['/my-ticket', 'My Ticket'],
    ['/organizer/tickets', 'Order History'],
    ['/help', 'Help Center'],
    ['/contact', 'Contact'],
  ],
  [
    'The small print',
    ['/refund-policy', 'Refund Policy'],
    ['/terms', 'Terms of Service'],
    ['/privacy', 'Privacy Policy'],
  ],
]

/** On a phone each group is a line of links; on wider screens it is a column. */
export function SiteFooter() {
  return (
    <footer className="border-t border-line print:hidden">
      <div className="mx-auto grid w-full max-w-[1160px] grid-cols-[minmax(0,1fr)] gap-x-6 px-4 py-6 sm:px-6 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)] md:py-10">
        <div>
          <Wordmark />
          <p className="mt-2 text-small text-quiet md:max-w-[260px]">
            Tickets for events in Kenya, paid with{' '}
            <span className="whitespace-nowrap">M-PESA.</span>
          </p>
          <p className="flex flex-wrap items-center gap-x-4 md:block">
            <BuyByPhone />
            <FootLink to="/sell">Sell tickets</FootLink>
            <OtherLanguage />
          </p>
        </div>
        {GROUPS.map(([name, ...links]) => (
          <nav key={name} aria-label={name}>
            <p aria-hidden="true" className="text-small font-semibold max-md:hidden">
              {name}
            </p>
            <ul className="flex flex-wrap gap-x-4 md:mt-1 md:block">
              {links.map(([to, label]) => (
                <li key={to}>
                  <FootLink to={to}>{categoryWords(label)}</FootLink>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  )
}

function FootLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      discover="none"
      to={to}
      className="flex min-h-11 min-w-11 items-center text-small text-quiet hover:text-ink hover:underline"
    >
      {children}
    </Link>
  )
}
