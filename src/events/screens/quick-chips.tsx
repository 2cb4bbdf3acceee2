import { Link } from '../../ui/link.tsx'
import type { EventChoices } from '../events.contract.ts'
import { type Browse, browseSearch } from '../search/browse.rules.ts'
import { LIST_ID } from './browse-bar.tsx'
import { CHIP, CHIPS } from './category-chips.tsx'

const WORDS: Record<string, string> = {
  tonight: 'Tonight',
  weekend: 'This weekend',
  free: 'Free',
}

/** The text of a quick choice. The text of a town is its name. */
export function quickWords(quick: string): string {
  return WORDS[quick] ?? quick
}

/** Chips for the most frequent searches. A chip is shown only if its search finds an event. */
export function QuickChips({ browse, choices }: { browse: Browse; choices: EventChoices }) {
  const { tonight, weekend, towns, free } = choices
  const shown = [
    ...(tonight ? ['tonight'] : []),
    ...(weekend ? ['weekend'] : []),
    ...towns,
    ...(free ? ['free'] : []),
  ]
  if (shown.length === 0) return null
  return (
    <nav aria-label="Quick choices" className={`${CHIPS} max-sm:mt-3 sm:pt-4`}>
      <ul className="flex gap-2 sm:flex-wrap">
        {shown.map((quick) => (
          <li key={quick}>
            <Link
              to={`/${browseSearch({ category: '', date: 'all', quick, pages: 1 })}#${LIST_ID}`}
              aria-current={quick === browse.quick ? 'true' : undefined}
              className={CHIP}
            >
              {quickWords(quick)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
