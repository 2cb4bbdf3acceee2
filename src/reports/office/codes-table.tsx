import { codeWords } from '../../events/codes/code-form.rules.ts'
import type { PromoCode } from '../../events/codes/promo-codes.contract.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { formatCount, formatExactKes } from '../../ui/office/formats.rules.ts'
import { Instant } from '../../ui/office/instant.tsx'
import { allTypesWords } from './code-prices.ts'
import { isBatch, type ListedCode, mostOf, nameOf, stateOf } from './code-state.ts'

type Actions = {
  event: Pick<EventReply, 'ticket_types' | 'removed_ticket_types'>
  mayEdit: boolean
  onCopy: (link: string) => void
  onChange: (code: PromoCode) => void
  onEnd: (row: ListedCode) => void
}

/** An event's codes, newest first. Codes that were made together are one row. */
export function CodesTable({ rows, ...actions }: { rows: readonly ListedCode[] } & Actions) {
  return (
    <DataTable caption="Codes" columns={columnsOf(actions)} rows={rows} keyOf={({ id }) => id} />
  )
}

const columnsOf = (actions: Actions): Column<ListedCode>[] => [
  { name: 'Code', wide: true, cell: (row) => <Code row={row} /> },
  { name: 'What it does', broad: true, cell: (row) => <Effect row={row} event={actions.event} /> },
  { name: 'Used', numeric: true, cell: (row) => <Used row={row} /> },
  { name: 'Paid', numeric: true, cell: ({ revenue }) => formatExactKes(revenue) },
  {
    name: 'Until',
    cell: ({ ends_at }) => (ends_at === null ? 'No end' : <Instant at={ends_at} />),
  },
  {
    name: 'Seller',
    cell: ({ seller }) => (seller === null ? 'None' : `${seller.number} ${seller.name}`),
  },
  { name: 'Actions', wide: true, cell: (row) => <CodeActions row={row} {...actions} /> },
]

function Used({ row }: { row: ListedCode }) {
  const most = mostOf(row)
  return (
    <>
      <span className="block">
        {formatCount(row.used)}
        {most !== null && ` of ${formatCount(most)}`}
      </span>
      {row.held > 0 && (
        <span className="block text-small text-quiet">{formatCount(row.held)} pending</span>
      )}
    </>
  )
}

function Code({ row }: { row: ListedCode }) {
  const state = stateOf(row, Date.now())
  return (
    <>
      <b className="block wrap-anywhere">{nameOf(row)}</b>
      {!isBatch(row) && row.digits !== null && (
        <span className="block text-small text-quiet">
          {row.dial === null ? 'By USSD' : 'Dial'}{' '}
          <span className="wrap-anywhere lg:whitespace-nowrap">{row.dial ?? row.digits}</span>
        </span>
      )}
      {state !== null && <Badge look="plain">{state}</Badge>}
    </>
  )
}

function Effect({ row, event }: { row: ListedCode; event: Actions['event'] }) {
  const { ticket_type_ids: ids } = row
  const types = [...event.ticket_types, ...(event.removed_ticket_types ?? [])]
  const names = types.filter(({ id }) => ids?.includes(id)).map(({ name }) => name)
  const perPhone = isBatch(row) ? null : row.max_per_phone
  return (
    <>
      <span className="block">{codeWords(row)}</span>
      <span className="block text-small text-quiet wrap-anywhere">
        {ids === null ? allTypesWords(event.ticket_types) : names.join(', ') || 'Removed tickets'}
        {perPhone !== null && ` · ${formatCount(perPhone)} for each phone`}
      </span>
    </>
  )
}

function CodeActions({ row, mayEdit, onCopy, onChange, onEnd }: { row: ListedCode } & Actions) {
  if (row.ended_at !== null) return null
  const name = <span className="sr-only"> {nameOf(row)}</span>
  const link = isBatch(row) ? null : row.link
  return (
    <span className="flex flex-wrap gap-2">
      {link !== null && (
        <Button look="quiet" onClick={() => onCopy(link)}>
          Copy link<span className="sr-only"> of {nameOf(row)}</span>
        </Button>
      )}
      {mayEdit && !isBatch(row) && (
        <Button look="quiet" onClick={() => onChange(row)}>
          Change{name}
        </Button>
      )}
      {mayEdit && (
        <Button look="quiet" onClick={() => onEnd(row)}>
          End{name}
        </Button>
      )}
    </span>
  )
}
