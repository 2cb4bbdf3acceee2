import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { Chevron } from '../../ui/office/form-parts.tsx'
import {
  capitalise,
  formatCount,
  formatExactKes,
  NO_FIGURE,
} from '../../ui/office/formats.rules.ts'
import { ShortInstant, ShortInstantBelow } from '../../ui/office/instant.tsx'
import { Unbroken } from '../../ui/office/unbroken.tsx'
import type { TransactionReply } from '../lists/transactions.contract.ts'
import { SmsSign } from './sms-sign.tsx'

type Cells = Column<TransactionReply>

/** With `hasActions`, adds a column of actions and shows the time below the day, to save room. */
function columnsFor(hasActions: boolean, onOpen: (row: TransactionReply) => void): Cells[] {
  return [
    {
      name: 'Date & Time',
      wide: true,
      cell: (row) => (
        <OpenOrder at={row.created_at} isBelow={hasActions} onOpen={() => onOpen(row)} />
      ),
    },
    {
      name: 'Event',
      wide: true,
      share: 60,
      cell: ({ event }) => <TwoLines text={event.title} />,
    },
    {
      name: 'Ticket Type',
      share: 40,
      cell: ({ ticket_type: { name } }) => <TwoLines text={name} />,
    },
    { name: 'Quantity', numeric: true, cell: (row) => <Quantity {...row} /> },
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
      cell: ({ delivery, ...row }) => (
        <span className="flex flex-wrap items-center gap-2 @min-[58em]/office:flex-nowrap">
          <StatusBadge {...row} isDense />
          {delivery && <SmsSign {...delivery} />}
        </span>
      ),
    },
  ]
}

/** A name that a dense table shows in at most two lines. */
function TwoLines({ text }: { text: string }) {
  return (
    <span
      title={text}
      className="@min-[58em]/office:line-clamp-2 @min-[58em]/office:whitespace-normal @min-[58em]/office:leading-[18px]"
    >
      {text}
    </span>
  )
}

/** The time of a row, which opens its order. */
function OpenOrder({ at, isBelow, onOpen }: { at: string; isBelow: boolean; onOpen: () => void }) {
  return (
    <button
      type="button"
      data-opens
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex w-full flex-wrap items-center justify-between gap-x-2 text-left @min-[58em]/office:flex-nowrap"
    >
      {isBelow ? <ShortInstantBelow at={at} /> : <ShortInstant at={at} />}
      <span className="inline-flex items-center whitespace-nowrap font-semibold text-accent">
        <span className="@min-[58em]/office:sr-only"> Open order</span>
        {/* In a dense table, the arrow stands in the space before the first cell. */}
        <Chevron className="shrink-0 stroke-3 @min-[58em]/office:absolute @min-[58em]/office:left-0 @min-[58em]/office:top-1/2 @min-[58em]/office:-translate-y-1/2" />
      </span>
    </button>
  )
}

type Status = Pick<TransactionReply, 'status' | 'method' | 'part_refund'> & {
  /** Whether two words may take two lines, which leaves room for other columns. */
  isDense?: boolean
}

/** The status in words. Only paid and free lines are green, and only if nothing was refunded. */
export function StatusBadge({ status, method, part_refund: part, isDense = false }: Status) {
  const isGood = status === 'paid' && part === null
  const whole = method === 'free' ? (isGood ? 'Free' : 'Cancelled') : capitalise(status)
  const words = part === null ? whole : PARTS[part]
  return (
    <Badge look={isGood ? 'good' : 'plain'}>
      {isDense && part !== null ? <span className={NARROW}>{words}</span> : words}
    </Badge>
  )
}

const NARROW =
  '@min-[58em]/office:w-min @min-[58em]/office:min-w-[6.5em] @min-[58em]/office:whitespace-normal @min-[58em]/office:leading-4'
const PARTS = { due: 'Part refund due', done: 'Partly refunded' } as const

export function Contact({ phone, email }: { phone: string; email?: string | null }) {
  return (
    <>
      <span className="block whitespace-nowrap leading-[18px] tabular-nums">{phone}</span>
      {email && <Unbroken text={email} className="leading-[18px] text-quiet" />}
    </>
  )
}

export function TransactionsTable({
  caption,
  rows,
  isBusy,
  onOpen,
  actions,
}: {
  caption: string
  rows: readonly TransactionReply[]
  isBusy: boolean
  onOpen: (row: TransactionReply) => void
  actions?: Cells['cell'] | undefined
}) {
  const columns = columnsFor(actions !== undefined, onOpen)
  return (
    <DataTable
      caption={caption}
      columns={actions ? [...columns, { name: 'Actions', wide: true, cell: actions }] : columns}
      rows={rows}
      keyOf={({ id }) => id}
      isBusy={isBusy}
      isDense
    />
  )
}

/** '2', or '1' above '4 people' for a table for four and '3 to redeem' for a pack of three. */
function Quantity({ quantity, ticket_type: { sold_in = 1, kind } }: TransactionReply) {
  if (sold_in === 1) return formatCount(quantity)
  return (
    <>
      {formatCount(Math.ceil(quantity / sold_in))}
      <span className="block whitespace-nowrap leading-[18px] text-quiet">
        {formatCount(quantity)} {kind === 'add_on' ? 'to redeem' : 'people'}
      </span>
    </>
  )
}
