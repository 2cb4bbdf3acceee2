import type { ReactNode } from 'react'

export type Column<Row> = {
  name: string
  cell: (row: Row) => ReactNode
  /** For numbers: aligned to the right, with digits of equal width. */
  numeric?: boolean
  /**
   * For a narrow screen, where each row is a block: the cell takes the full width, without the
   * column's name.
   */
  wide?: boolean
  /**
   * For a narrow screen: the cell is twice as wide as other cells or takes the full width, with the
   * column's name.
   */
  broad?: boolean
  /**
   * For a narrow screen: the cell takes the full width even if the row has no other cells, without
   * the column's name.
   */
  full?: boolean
  /**
   * For a dense table: the column's share, in percent, of the width that the other columns leave
   * free. Text that is too long ends in dots.
   */
  share?: number
}

// The roles are explicit, because some browsers no longer treat a table as a table if its rows are
// styled as blocks.
const TABLE = { role: 'table' }
const GROUP = { role: 'rowgroup' }
const ROW = { role: 'row' }
const HEADER = { role: 'columnheader' }
const CELL = { role: 'cell' }

/**
 * A table whose rows become blocks on a phone or when zoomed in. In a dense table each row is one
 * line of 40 px, and a button with the attribute data-opens covers its row.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  isBusy = false,
  isDense = false,
}: {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  isBusy?: boolean
  isDense?: boolean
}) {
  return (
    <table {...TABLE} className="data-table" data-dense={isDense || undefined} aria-busy={isBusy}>
      <caption className="sr-only">{caption}</caption>
      <thead {...GROUP}>
        <tr {...ROW}>
          {columns.map(({ name, numeric, share }) => (
            <th
              key={name}
              {...HEADER}
              scope="col"
              data-numeric={numeric}
              style={share ? { width: `${share}%` } : undefined}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...GROUP}>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...ROW}>
            {columns.map(({ name, cell, numeric, wide, broad, full, share }) => (
              <td
                key={name}
                {...CELL}
                data-label={wide || full ? undefined : name}
                data-wide={wide}
                data-broad={broad}
                data-full={full}
                data-numeric={numeric}
                data-cut={share !== undefined || undefined}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status" className="flex flex-col px-4 py-2">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          key={index}
          data-skeleton="row"
          className="flex animate-pulse items-center gap-4 border-b border-line py-3 last:border-0"
        >
          <span className="h-5 w-32 rounded-soft bg-line" />
          <span className="h-5 flex-1 rounded-soft bg-line" />
          <span className="hidden h-5 w-24 rounded-soft bg-line sm:block" />
          <span className="h-5 w-16 rounded-soft bg-line" />
        </div>
      ))}
    </div>
  )
}

export function Panel({ children }: { children: ReactNode }) {
  return (
    <div className="@container/office rounded-card border border-line bg-paper">{children}</div>
  )
}
