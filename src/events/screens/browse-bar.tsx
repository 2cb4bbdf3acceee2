import { useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { type Browse, browseSearch, keptByDate } from '../search/browse.rules.ts'
import { DATE_CHOICES } from '../search/date-range.rules.ts'
import { CategoryChips } from './category-chips.tsx'

export const LIST_ID = 'upcoming'

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
    <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
      <CategoryChips
        to={(name) => `/${browseSearch(chosen(browse, name))}#${LIST_ID}`}
        isChosen={(name) => isChosen(browse, name)}
        staysInPlace
      />
      <Form
        action={`${PREFIX}/#${LIST_ID}`}
        preventScrollReset
        onChange={(change) => submit(change.currentTarget, { preventScrollReset: true })}
        className="flex min-w-0 items-end gap-2"
      >
        {keptByDate(browse).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label className="flex flex-wrap items-center gap-x-2 text-small font-semibold">
          Browse by date
          <select
            ref={dates}
            name="date"
            defaultValue={browse.date}
            className="min-h-11 rounded-soft border border-edge bg-white px-3 text-body font-normal"
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
