import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { Instant } from '../../ui/office/instant.tsx'
import { Unbroken } from '../../ui/office/unbroken.tsx'
import { capitalise, formatCount, formatExactKes, NO_FIGURE } from '../../ui/office/words.rules.ts'
import type { TransactionReply } from '../lists/transactions.contract.ts'

const COLUMNS: Column<TransactionReply>[] = [
  { name: 'Date & Time', wide: true, cell: ({ created_at }) => <Instant at={created_at} /> },
  {
    name: 'Event',
    wide: true,
    // Long titles are cut after two lines, because the other columns need the space.
    cell: ({ event }) => (
      <span title={event.title} className="@min-[70em]/office:line-clamp-2">
        {event.title}
      </span>
    ),
  },
  { name: 'Ticket Type', cell: ({ ticket_type }) => ticket_type.name },
  { name: 'Quantity', numeric: true, cell: ({ quantity }) => formatCount(quantity) },
  { name: 'Amount', numeric: true, cell: ({ amount }) => <b>{formatExactKes(amount)}</b> },
  {
    name: 'Contact',
    broad: true,
    cell: (row) => <Contact phone={row.phone_number} email={row.email} />,
  },
  {
    name: 'Reference',
    cell: ({ reference }) => <span className="whitespace-nowrap">{reference || NO_FIGURE}</span>,
  },
  {
    name: 'Status',
    // The status is written in words. Only paid lines are green.
    cell: ({ status, delivery }) => (
      <>
        <Badge look={status === 'paid' ? 'good' : 'plain'}>{capitalise(status)}</Badge>
        {delivery && <SmsDelivery {...delivery} />}
      </>
    ),
  },
]

export function Contact({ phone, email }: { phone: string; email?: string | null }) {
  return (
    <>
      <span className="block whitespace-nowrap tabular-nums">{phone}</span>
      {email && <Unbroken text={email} className="text-quiet" />}
    </>
  )
}

export function TransactionsTable({
  caption,
  rows,
  isBusy,
  actions,
}: {
  caption: string
  rows: readonly TransactionReply[]
  isBusy: boolean
  actions?: Column<TransactionReply>['cell'] | undefined
}) {
  const columns = actions ? [...COLUMNS, { name: 'Actions', wide: true, cell: actions }] : COLUMNS
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      isBusy={isBusy}
    />
  )
}

/** The state of the ticket SMS, and why it failed. */
function SmsDelivery({ state, why }: NonNullable<TransactionReply['delivery']>) {
  return (
    <span className={`block text-small ${state === 'failed' ? 'text-bad' : 'text-quiet'}`}>
      SMS {state}
      {why && `: ${why}`}
    </span>
  )
}
