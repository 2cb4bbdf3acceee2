import { categoryWords } from '../../events/catalogue/category.rules.ts'
import { Link } from '../../ui/link.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { BuyByPhone } from './buy-by-phone.tsx'
import { OtherLanguage } from './other-language.tsx'

type Group = [name: string, ...links: [to: string, words: string][]]

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

export function SiteFooter() {
  return (
    <footer className="border-t border-line print:hidden">
      <div className="mx-auto grid w-full max-w-[1160px] grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-x-6 gap-y-8 px-4 py-10 sm:px-6 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <div className="col-span-2 md:col-span-1">
          <Wordmark />
          <p className="mt-2 max-w-[260px] text-small text-quiet">
            Tickets for events in Kenya, paid with{' '}
            <span className="whitespace-nowrap">M-PESA.</span>
          </p>
          <BuyByPhone />
          <p>
            <OtherLanguage />
          </p>
        </div>
        {GROUPS.map(([name, ...links]) => (
          <nav key={name} aria-label={name}>
            <p aria-hidden="true" className="text-small font-semibold">
              {name}
            </p>
            <ul className="mt-1">
              {links.map(([to, words]) => (
                <li key={to}>
                  <Link
                    discover="none"
                    to={to}
                    className="flex min-h-11 items-center text-small text-quiet hover:text-ink hover:underline"
                  >
                    {categoryWords(words)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  )
}
