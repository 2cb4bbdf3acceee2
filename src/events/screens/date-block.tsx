import { formatShortMonth } from '../../ui/dates.rules.ts'

/**
 * The date in large type, for sighted users. The full date in words is next to it. Renders nothing
 * for a draft without a date.
 */
export function DateBlock({ date, large = false }: { date: string; large?: boolean }) {
  if (date === '') return null
  return (
    <div
      aria-hidden="true"
      className={`flex font-display shrink-0 flex-col self-start items-center overflow-hidden rounded-soft bg-white text-center shadow-lift ${large ? 'min-w-20' : 'min-w-14'}`}
    >
      <span className="w-full bg-ink px-1 py-0.5 text-small font-semibold uppercase leading-5 tracking-wider text-ground">
        {formatShortMonth(date)}
      </span>
      <span
        className={`font-bold tabular-nums tracking-tight ${large ? 'py-1 text-hero' : 'py-0.5 text-title'}`}
      >
        {Number(date.slice(8))}
      </span>
    </div>
  )
}
