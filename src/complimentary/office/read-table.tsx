import { localPhone } from '../../platform/values/phone.rules.ts'
import { type Column, DataTable, Panel } from '../../ui/office/data-table.tsx'
import { NO_FIGURE } from '../../ui/office/formats.rules.ts'
import type { ReadLine } from '../rows.rules.ts'

/** The most characters that are shown of a line without a phone number. */
const SHOWN_MAX = 60

/** How each pasted line was read. Wrong lines come first. */
export function ReadTable({
  lines,
  types,
}: {
  lines: readonly ReadLine[]
  types: readonly { id: string; name: string }[]
}) {
  const nameOf = (id: string | null) => types.find((type) => type.id === id)?.name ?? NO_FIGURE
  const columns: Column<ReadLine>[] = [
    { name: 'Line', numeric: true, cell: ({ line }) => line },
    {
      name: 'Phone',
      cell: ({ phone, fault }) =>
        phone === null ? (
          NO_FIGURE
        ) : (
          <span className={`whitespace-nowrap ${fault ? 'text-quiet' : ''}`}>
            {localPhone(phone)}
          </span>
        ),
    },
    { name: 'Tickets', numeric: true, cell: ({ quantity }) => quantity ?? NO_FIGURE },
    { name: 'Ticket Type', cell: ({ ticketTypeId }) => nameOf(ticketTypeId) },
    { name: 'Name', cell: ({ name }) => name || NO_FIGURE },
    {
      name: 'Problem',
      full: true,
      cell: ({ phone, text, fault }) =>
        fault && (
          <>
            {phone === null && (
              <q className="block wrap-anywhere text-quiet">{text.slice(0, SHOWN_MAX)}</q>
            )}
            <span className="font-semibold text-bad">{fault}</span>
          </>
        ),
    },
  ]
  const wrong = lines.filter(({ fault }) => fault !== null)
  const good = lines.filter(({ fault }) => fault === null)
  return (
    <Panel>
      <div className="max-h-96 overflow-y-auto">
        <DataTable
          caption="How the lines were read"
          columns={wrong.length > 0 ? columns : columns.slice(0, -1)}
          rows={[...wrong, ...good]}
          keyOf={({ line }) => String(line)}
        />
      </div>
    </Panel>
  )
}
