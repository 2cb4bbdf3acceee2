import { useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Link } from '../../ui/link.tsx'
import { CATEGORY_CHIPS, categoryWords } from '../catalogue/category.rules.ts'
import { type Browse, browseSearch, keptByDate } from '../search/browse.rules.ts'
import { DATE_CHOICES } from '../search/date-range.rules.ts'

export const LIST_ID = 'upcoming'

/** A row of chips. On a phone it scrolls sideways, up to the edges of the screen. */
export const CHIPS =
  '-mx-4 max-w-[100vw] overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:m-0 sm:p-0'
export const CHIP =
  'inline-flex min-h-11 items-center whitespace-nowrap rounded-soft border border-edge px-4 text-small font-semibold hover:border-ink aria-[current=true]:border-ink aria-[current=true]:bg-ink aria-[current=true]:text-ground'

/** The choices after a click on a category's chip. 'All' also removes the quick choice. */
function chosen(browse: Browse, category: string): Browse {
  return { ...browse, category, quick: category && browse.quick, pages: 1 }
}

function isChosen({ category, quick }: Browse, name: string): boolean {
  return name === category && (name !== '' || quick === '')
}

/**
 * Chips for categories, and 'Browse by date'. Each choice is a link or a form, so that it works
 * without script.
 */
export function BrowseBar({ browse }: { browse: Browse }) {
  const submit = useSubmit()
  const dates = useRef<HTMLSelectElement>(null)
  // Sets the value on the element, because the back button changes the choice too. Replacing the
  // element would lose the focus.
  useEffect(() => {
    if (dates.current) dates.current.value = browse.date
  }, [browse.date])
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <nav aria-label="Filter by category" className={CHIPS}>
        <ul className="flex gap-2 sm:flex-wrap">
          {['', ...CATEGORY_CHIPS].map((name) => (
            <li key={name}>
              <Link
                to={`/${browseSearch(chosen(browse, name))}#${LIST_ID}`}
                preventScrollReset
                aria-current={isChosen(browse, name) ? 'true' : undefined}
                className={CHIP}
              >
                {categoryWords(name) || 'All'}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Form
        action={`${PREFIX}/#${LIST_ID}`}
        preventScrollReset
        onChange={(change) => submit(change.currentTarget, { preventScrollReset: true })}
        className="flex items-end gap-2"
      >
        {keptByDate(browse).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label className="text-small font-semibold">
          Browse by date
          <select
            ref={dates}
            name="date"
            defaultValue={browse.date}
            className="mt-1 block min-h-11 rounded-soft border border-edge bg-white px-3 text-body font-normal"
          >
            {DATE_CHOICES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <noscript>
          <Button type="submit" look="quiet">
            Show
          </Button>
        </noscript>
      </Form>
    </div>
  )
}
