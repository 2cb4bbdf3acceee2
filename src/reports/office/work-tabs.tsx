import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { capitalise, formatCount } from '../../ui/office/formats.rules.ts'
import type { WorkCounts } from '../work-list/work-list.contract.ts'

/** A tab for all tasks, and one for each group that has tasks or is chosen. */
export function WorkTabs({
  groups,
  counts,
  chosen,
}: {
  groups: readonly string[]
  /** Null until the first reply. */
  counts: WorkCounts | null
  /** '' for all tasks. */
  chosen: string
}) {
  const nav = useRef<HTMLElement>(null)
  const isCounted = counts !== null
  // On a phone the row of tabs scrolls sideways. The counts bring the other tabs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen tab is at another place
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current=page]')
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen, isCounted])
  const shown = groups.filter((group) => group === chosen || (counts?.[group] ?? 0) > 0)
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const tabs = [
    ['', 'All', all],
    ...shown.map((group) => [group, capitalise(group), counts?.[group]]),
  ]
  return (
    <nav ref={nav} aria-label="Kinds of tasks" className="mb-3 border-b border-line">
      <ul className="side-scroll -mb-px flex gap-1 overflow-x-auto [scrollbar-width:none]">
        {(tabs as [string, string, number | null | undefined][]).map(([group, label, count]) => (
          <li key={group}>
            <Link
              to={{ search: group && `?group=${group}` }}
              preventScrollReset
              aria-current={group === chosen ? 'page' : undefined}
              className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1 whitespace-nowrap border-b-2 border-transparent px-2 text-small font-semibold text-quiet hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent sm:px-4 sm:text-body"
            >
              {label}
              {typeof count === 'number' && (
                <span className="font-normal tabular-nums">{formatCount(count)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
