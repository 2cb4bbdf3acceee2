import { useEffect, useMemo, useState } from 'react'
import { useSession } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Choice } from '../../ui/office/choice.tsx'
import { Empty, ListPanel, PanelProblem } from '../../ui/office/list-panel.tsx'
import { SearchField, useDebounced } from '../../ui/office/search-field.tsx'
import { type Choices, useChoices } from '../../ui/office/use-choices.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import { listPath, useRows } from '../../ui/office/use-rows.ts'
import type { AllEventsStats } from '../reports.contract.ts'
import { EventsTable } from './events-table.tsx'
import { callProcedure } from './use-dashboard.ts'

const STATES = [
  ['', 'All events'],
  ['true', 'Published'],
  ['false', 'Draft'],
] as const
const SORTS = [
  ['next', 'Soonest first'],
  ['-date', 'Latest first'],
  ['date', 'Earliest first'],
  ['title', 'Title A–Z'],
  ['-title', 'Title Z–A'],
] as const
const WHEN = [
  ['', 'All dates'],
  ['upcoming', 'Upcoming'],
  ['past', 'Past'],
] as const

/** The user's events, including drafts and past events. Admins see all events. */
export function EventsPanel({ isAdmin }: { isAdmin: boolean }) {
  const choices = useChoices()
  const lacksFigures = useSession().user?.lacks_figures
  const list = useRows<EventReply>(pathOf(choices), choices.pages)
  const stats = useQuery('all events stats', (signal) =>
    callProcedure<AllEventsStats>('get_all_events_stats', signal),
  )
  const sales = useMemo(
    () => new Map((stats.data ?? []).map((row) => [row.event_id, row])),
    [stats.data],
  )
  return (
    <ListPanel
      list={list}
      paging={choices}
      tools={<Tools choices={choices} />}
      notice={
        stats.problem &&
        !stats.data && (
          <PanelProblem onAgain={stats.reload}>
            Sales could not be loaded and show as zero.
          </PanelProblem>
        )
      }
      loading="Loading events..."
      skeletonRows={5}
      empty={
        <Empty text="No events found">
          <NoEventsWay choices={choices} />
        </Empty>
      }
    >
      {(rows) => (
        <EventsTable
          events={rows}
          sales={sales}
          isAdmin={isAdmin}
          seesMoney={!lacksFigures}
          isBusy={list.isStale}
        />
      )}
    </ListPanel>
  )
}

/**
 * Links to the list of all events if filters are set. If no filters are set, links to the page that
 * explains how to get an event listed.
 */
function NoEventsWay({ choices }: { choices: Choices }) {
  const narrowing = ['q', 'published', 'when'].filter((name) => choices.text(name) !== '')
  if (narrowing.length === 0) {
    return (
      <ButtonLink look="quiet" to="/organizer/dashboard">
        How to list an event
      </ButtonLink>
    )
  }
  return (
    <ButtonLink look="quiet" to="/organizer/events">
      Show all events
    </ButtonLink>
  )
}

function Tools({ choices }: { choices: Choices }) {
  const [text, setText] = useState(choices.text('q'))
  const searched = useDebounced(text.trim())
  const { choose } = choices
  const stands = choices.text('q')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed moves the address
  useEffect(() => {
    if (searched !== stands) choose('q', searched)
  }, [searched])
  // A link changed the search text in the address, so show that text in the field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address moves the field
  useEffect(() => {
    if (stands !== searched) setText(stands)
  }, [stands])
  return (
    <div className="flex flex-wrap gap-3 border-b border-line p-4">
      <SearchField placeholder="Search events..." maxLength={200} value={text} onChange={setText} />
      <div className="flex min-w-0 flex-wrap gap-3 max-sm:w-full">
        {CHOICES.map(({ name, label, options }) => (
          <Choice
            key={name}
            name={label}
            options={options}
            value={choices.of(name, options)}
            onChange={(value) => choose(name, value)}
          />
        ))}
      </div>
    </div>
  )
}

const CHOICES = [
  { name: 'published', label: 'Status', options: STATES },
  { name: 'when', label: 'Dates', options: WHEN },
  { name: 'sort', label: 'Sort by', options: SORTS },
]

function pathOf(choices: Choices): string {
  const when = choices.of('when', WHEN)
  const today = nairobiDate(new Date())
  return listPath('/api/events', {
    scope: 'managed',
    sort: choices.of('sort', SORTS),
    is_published: choices.of('published', STATES),
    q: choices.text('q').trim(),
    from: when === 'upcoming' ? today : '',
    to: when === 'past' ? dayBefore(today) : '',
  })
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}
