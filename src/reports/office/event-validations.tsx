import type { Validation } from '../../checkin/checkin.contract.ts'
import { WHY_OPTIONS } from '../../checkin/gate-text.rules.ts'
import { TicketNumber } from '../../checkin/office/ticket-number.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/office/choice.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { capitalise, NO_FIGURE } from '../../ui/office/formats.rules.ts'
import { Instant } from '../../ui/office/instant.tsx'
import { Empty, ListPanel } from '../../ui/office/list-panel.tsx'
import { Unbroken } from '../../ui/office/unbroken.tsx'
import { useChoices } from '../../ui/office/use-choices.ts'
import { listPath, useRows } from '../../ui/office/use-rows.ts'
import { ExportButton } from './export-button.tsx'
import { StatusCell } from './status-cell.tsx'
import { TabHeading } from './tab-heading.tsx'
import { Contact } from './transactions-table.tsx'

/** The number of skeleton rows that specification section 9 asks for. */
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
    cell: ({ validator, validator_id, is_phone_revoked }) => (
      <>
        {validator ?? <Unbroken text={validator_id ?? NO_FIGURE} className="max-w-[8em]" />}
        {is_phone_revoked && <span className="block text-quiet">Revoked phone</span>}
      </>
    ),
  },
  { name: 'Type', cell: ({ validation_type }) => capitalise(validation_type) },
  { name: 'Status', cell: (row) => <StatusCell row={row} /> },
]

const STATUSES = [
  ['', 'All statuses'],
  ['valid', 'Valid'],
  ['used', 'Already Used'],
  ['invalid', 'Invalid'],
] as const
const REASONS = [
  ['', 'All reasons'],
  ...WHY_OPTIONS,
  ['undone', 'Undone'],
  ['left', 'Left and re-entered'],
] as const
const SORTS = [
  ['', 'Newest first'],
  ['timestamp', 'Oldest first'],
] as const

/** The Validations tab of an event. */
export function EventValidations({ eventId }: { eventId: string }) {
  const choices = useChoices()
  const status = choices.of('status', STATUSES)
  const reason = choices.of('reason', REASONS)
  const sort = choices.of('sort', SORTS)
  const path = listPath('/api/ticket_validations', { event_id: eventId, status, reason, sort })
  const showAll = () => {
    choices.choose('status', '')
    choices.choose('reason', '')
  }
  const list = useRows<Validation>(path, choices.pages)
  return (
    <>
      <TabHeading title="Ticket Validation History">
        <ExportButton kind="validations" eventId={eventId} />
      </TabHeading>
      <ListPanel
        list={list}
        paging={choices}
        tools={
          <div className="flex flex-wrap gap-3 border-b border-line p-4">
            <Choice
              name="Status"
              options={STATUSES}
              value={status}
              onChange={(next) => choices.choose('status', next)}
            />
            <Choice
              name="Reason"
              options={REASONS}
              value={reason}
              onChange={(next) => choices.choose('reason', next)}
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
            {(status || reason) && (
              <Button look="quiet" onClick={showAll}>
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
