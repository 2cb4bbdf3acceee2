import type { Validation } from '../../checkin/checkin.contract.ts'
import { foursOf } from '../../tickets/number.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { Choice } from '../../ui/office/choice.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { Instant } from '../../ui/office/instant.tsx'
import { Empty, ListPanel } from '../../ui/office/list-panel.tsx'
import { Unbroken } from '../../ui/office/unbroken.tsx'
import { useChoices } from '../../ui/office/use-choices.ts'
import { listPath, useRows } from '../../ui/office/use-rows.ts'
import { capitalise, NO_FIGURE } from '../../ui/office/words.rules.ts'
import { type CheckInBadge, checkInBadge } from '../figures.rules.ts'
import { ExportButton } from './export-button.tsx'
import { TabHeading } from './tab-heading.tsx'
import { Contact } from './transactions-table.tsx'

/** Specification section 9. */
const SKELETON_ROWS = 5

const COLUMNS: Column<Validation>[] = [
  { name: 'Timestamp', wide: true, cell: ({ timestamp }) => <Instant at={timestamp} /> },
  {
    name: 'Ticket Number',
    broad: true,
    cell: ({ ticket_number }) => <TicketNumber number={ticket_number} />,
  },
  {
    name: 'Contact',
    broad: true,
    cell: ({ transaction }) =>
      transaction ? (
        <Contact phone={transaction.phone_number} email={transaction.email} />
      ) : (
        NO_FIGURE
      ),
  },
  {
    name: 'Validator',
    cell: ({ validator, validator_id }) =>
      validator ?? <Unbroken text={validator_id ?? NO_FIGURE} className="max-w-[8em]" />,
  },
  { name: 'Type', cell: ({ validation_type }) => capitalise(validation_type) },
  { name: 'Status', cell: (row) => <StatusBadge badge={checkInBadge(row)} /> },
]

const STATUSES = [
  ['', 'All statuses'],
  ['valid', 'Valid'],
  ['used', 'Already Used'],
  ['invalid', 'Invalid'],
] as const
const SORTS = [
  ['', 'Newest first'],
  ['timestamp', 'Oldest first'],
] as const

/** The Validations tab of an event. */
export function EventValidations({ eventId }: { eventId: string }) {
  const choices = useChoices()
  const status = choices.of('status', STATUSES)
  const sort = choices.of('sort', SORTS)
  const path = listPath('/api/ticket_validations', { event_id: eventId, status, sort })
  const list = useRows<Validation>(path, choices.pages)
  return (
    <>
      <TabHeading words="Ticket Validation History">
        <ExportButton kind="validations" eventId={eventId} />
      </TabHeading>
      <ListPanel
        list={list}
        paging={choices}
        tools={
          <div className="flex gap-3 border-b border-line p-4">
            <Choice
              name="Status"
              options={STATUSES}
              value={status}
              onChange={(next) => choices.choose('status', next)}
            />
            <Choice
              name="Sort by"
              options={SORTS}
              value={sort}
              onChange={(next) => choices.choose('sort', next)}
            />
          </div>
        }
        loading="Loading validations..."
        skeletonRows={SKELETON_ROWS}
        empty={
          <Empty text="No validations found for this event.">
            {status && (
              <Button look="quiet" onClick={() => choices.choose('status', '')}>
                Show all validations
              </Button>
            )}
          </Empty>
        }
      >
        {(rows) => (
          <DataTable
            caption="Ticket Validation History"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            isBusy={list.isStale}
          />
        )}
      </ListPanel>
    </>
  )
}

/** In fours for the eye; the text itself has no spaces, so that it can be copied. */
function TicketNumber({ number }: { number: string }) {
  return (
    <span className="whitespace-nowrap font-mono">
      {foursOf(number).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group has no other name
        <span key={index} className="mr-1 inline-block last:mr-0">
          {group}
        </span>
      ))}
    </span>
  )
}

const LOOKS = { Valid: 'good', 'Already Used': 'used', Invalid: 'bad' } as const
const SIGNS: Record<CheckInBadge, string> = {
  Valid: 'M5 12.5l4.500 4.500L19 7.500',
  'Already Used': 'M12 7v5.500l3.500 2M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17z',
  Invalid: 'M6 6l12 12M18 6L6 18',
}

function StatusBadge({ badge }: { badge: CheckInBadge }) {
  return (
    <Badge look={LOOKS[badge]}>
      <svg
        viewBox="0 0 24 24"
        className="size-4 fill-none stroke-current stroke-[2.5]"
        aria-hidden="true"
      >
        <path d={SIGNS[badge]} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {badge}
    </Badge>
  )
}
