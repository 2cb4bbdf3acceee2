import { type ReactNode, useId, useState } from 'react'
import { OpenMark } from '../form-parts.tsx'

type ChartTable = { columns: [string, ...string[]]; rows: string[][] }

/** A chart with its title and its legend, and the same data as a table. */
export function ChartCard({
  title,
  note,
  legend,
  table,
  children,
}: {
  title: string
  note?: ReactNode
  legend?: ReactNode
  /** Undefined if there is no data yet. */
  table?: ChartTable | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col rounded-card border border-line bg-paper p-4"
    >
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {note && <p className="text-small text-quiet tabular-nums">{note}</p>}
      <div className="flex-1 py-3">{children}</div>
      {legend}
      {table && <AsTable title={title} table={table} />}
    </section>
  )
}

export function NothingYet({ children }: { children: string }) {
  return (
    <p className="flex min-h-32 items-center justify-center rounded-soft border border-dashed border-line px-4 text-center text-small text-quiet sm:min-h-52">
      {children}
    </p>
  )
}

function AsTable({ title, table }: { title: string; table: ChartTable }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="-mb-3 mt-3 border-t border-line text-small open:mb-0"
    >
      <summary className="flex min-h-11 items-center gap-1 text-quiet hover:text-ink">
        <OpenMark />
        Show as table
      </summary>
      {isOpen && (
        // The table can scroll, so keyboard users must be able to focus it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls takes the focus
        <section aria-label={`${title} as a table`} tabIndex={0} className="max-h-72 overflow-auto">
          <table className="w-full text-left">
            <caption className="sr-only">{title}</caption>
            <thead className="sticky top-0 bg-paper">
              <tr>
                {table.columns.map((name, column) => (
                  <th
                    key={name}
                    scope="col"
                    className={`border-b border-line py-2 font-semibold ${sideOf(column)}`}
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([name, ...values], row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two events may have one name
                <tr key={row} className="border-b border-line last:border-0">
                  <th scope="row" className="py-2 pr-4 font-normal">
                    {name}
                  </th>
                  {values.map((value, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                    <td key={column} className={`py-2 tabular-nums ${sideOf(column + 1)}`}>
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}

function sideOf(column: number): string {
  return column === 0 ? 'pr-4' : 'whitespace-nowrap pl-4 text-right'
}
