import type { ReactNode } from 'react'

/**
 * Amounts with at least this many characters get a smaller font, so that they stay on one line on a
 * phone.
 */
const LONG = 13

type NamedFigure = [name: string, value: string, note?: ReactNode]

function FigureCard({ figure, isDense }: { figure: NamedFigure; isDense: boolean }) {
  const [name, value, note] = figure
  return (
    <div className="min-w-0 rounded-card border border-line bg-paper p-4">
      <dt className="text-small text-quiet">{name}</dt>
      <dd className="mt-1">
        <Figure value={value} isDense={isDense} />
        {note && <span className="mt-1 block text-small text-quiet">{note}</span>}
      </dd>
    </div>
  )
}

/** An amount with its currency in small letters, which makes the number stand out. */
export function Figure({ value, isDense = false }: { value: string; isDense?: boolean }) {
  const [, currency, number] = /^(KES )(.+)$/.exec(value) ?? [undefined, '', value]
  const size = value.length > LONG ? 'text-body' : 'text-lead'
  return (
    <b
      className={`font-bold tracking-tight tabular-nums ${isDense ? 'text-body' : `lg:text-title ${size}`}`}
    >
      {currency && <span className="text-small font-semibold text-quiet">{currency}</span>}
      <span className="whitespace-nowrap">{number}</span>
    </b>
  )
}

/**
 * Cards with figures, as many per row as fit. There must be five dense cards, because
 * `five-figures` in office.css lays them out.
 */
export function FigureCards({
  figures,
  isDense = false,
}: {
  figures: NamedFigure[]
  isDense?: boolean
}) {
  return (
    <dl
      className={`grid gap-3 lg:gap-4 ${isDense ? 'five-figures' : 'grid-cols-[repeat(auto-fit,minmax(min(9.25em,100%),1fr))]'}`}
    >
      {figures.map((figure) => (
        <FigureCard key={figure[0]} figure={figure} isDense={isDense} />
      ))}
    </dl>
  )
}
