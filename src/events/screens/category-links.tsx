import { Link } from '../../ui/link.tsx'
import { CATEGORY_CHIPS, categoryPath, categoryWords } from '../catalogue/category.rules.ts'

/** Links to categories, for a search without results. */
export function CategoryLinks({ onLeave }: { onLeave?: () => void }) {
  return (
    <ul className="-m-1">
      {CATEGORY_CHIPS.map((name) => (
        <li key={name} className="m-1 inline-block">
          <Link
            to={categoryPath(name)}
            onClick={onLeave}
            className="inline-flex min-h-11 items-center rounded-soft border border-edge px-4 text-small font-semibold hover:border-ink"
          >
            {categoryWords(name)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
