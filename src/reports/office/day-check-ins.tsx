import { formatShortDate } from '../../ui/dates.rules.ts'
import { type Column, DataTable, Panel } from '../../ui/office/data-table.tsx'
import { formatCount, formatShare } from '../../ui/office/formats.rules.ts'
import type { DayFigures } from '../figures/figures.rules.ts'

const COLUMNS: Column<DayFigures>[] = [
  { name: 'Day', cell: ({ date }) => <b>{formatShortDate(date, new Date())}</b> },
  { name: 'Tickets', numeric: true, cell: ({ tickets }) => formatCount(tickets) },
  { name: 'Checked In', numeric: true, cell: ({ came_in }) => formatCount(came_in) },
  {
    name: 'Share',
    numeric: true,
    cell: ({ came_in, tickets }) => formatShare(came_in, tickets),
  },
]

/** The people who came in on each day of an event. A pass counts on each of its days. */
export function DayCheckIns({ days }: { days: readonly DayFigures[] }) {
  if (days.length === 0) return null
  return (
    <>
      <h2 className="mb-3 mt-6 text-lead font-bold tracking-tight">Check-ins by Day</h2>
      <Panel>
        <DataTable
          caption="Check-ins by Day"
          columns={COLUMNS}
          rows={[...days]}
          keyOf={({ date }) => date}
        />
      </Panel>
    </>
  )
}
