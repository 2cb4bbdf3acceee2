import { Link } from '../../ui/link.tsx'
import { CATEGORY_CHIPS, categoryWords } from '../catalogue/category.rules.ts'

/** A row of chips. On a phone it scrolls sideways, up to the edges of the screen. */
export const CHIPS =
  '-mx-4 max-w-[100vw] overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:m-0 sm:p-0'
export const CHIP =
  'inline-flex min-h-11 items-center whitespace-nowrap rounded-soft border border-edge px-4 text-small font-semibold hover:border-ink aria-[current=true]:border-ink aria-[current=true]:bg-ink aria-[current=true]:text-ground'

/** A chip for each category. The first chip is 'All', with '' as its name. */
export function CategoryChips({
  to,
  isChosen,
  staysInPlace = false,
}: {
  to: (name: string) => string
  isChosen: (name: string) => boolean
  /** True if the choice changes only a part of the page, so that the page must not scroll. */
  staysInPlace?: boolean
}) {
  return (
    <nav aria-label="Filter by category" className={CHIPS}>
      <ul className="flex gap-2 sm:flex-wrap">
        {['', ...CATEGORY_CHIPS].map((name) => (
          <li key={name}>
            <Link
              to={to(name)}
              preventScrollReset={staysInPlace}
              aria-current={isChosen(name) ? 'true' : undefined}
              className={CHIP}
            >
              {categoryWords(name) || 'All'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
