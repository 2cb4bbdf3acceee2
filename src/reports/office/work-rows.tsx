import { Link } from 'react-router'
import type { Urgency } from '../../platform/tasks/tasks.contract.ts'
import type { TaskKinds } from '../../platform/tasks/tasks.rules.ts'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { Waited } from '../../ui/office/instant.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { WorkRow } from '../work-list/work-list.contract.ts'
import { aboutOf } from '../work-list/work-list.rules.ts'

const PARTS: Record<Urgency, string> = {
  waited_for: 'Someone is waiting',
  open: 'To do',
  not_today: 'Nothing to do today',
}

type Props = {
  kinds: TaskKinds
  rows: readonly WorkRow[]
  /** The query string of the address that opens the row's panel. */
  searchOf: (row: WorkRow) => string
  onOpen: () => void
}

/**
 * Tasks by urgency. Each row is a link that opens the task's panel. A row is 48 px high. On a
 * phone, kind and age are above the event and the sum, and a row with a long text is 62 px high. A
 * row without a sum has details in place of the sum: on a phone they distinguish two reports of one
 * event.
 */
export function WorkRows({ rows, ...rest }: Props) {
  const parts = Object.entries(PARTS).map(([urgency, title]) => ({
    title,
    rows: rows.filter((row) => row.urgency === urgency),
  }))
  return parts.map(
    (part) =>
      part.rows.length > 0 && (
        <section key={part.title} aria-label={part.title} className="group">
          <h2 className="group-first:rounded-t-card border-b border-line bg-ground px-4 py-1 text-small font-semibold text-quiet">
            {part.title}
          </h2>
          <ul>
            {part.rows.map((row) => (
              <li key={row.id} className="border-b border-line last:border-0">
                <Row row={row} {...rest} />
              </li>
            ))}
          </ul>
        </section>
      ),
  )
}

const WIDE =
  '@min-[58em]/office:grid-cols-[11.5rem_minmax(0,5fr)_minmax(0,7fr)_7rem_5rem] @min-[58em]/office:*:row-start-1 @min-[58em]/office:*:col-auto'
/** Two lines of text, which are as high as a row with columns. */
const TWO_LINES = 'line-clamp-2 wrap-anywhere @min-[58em]/office:self-center'

const DETAILS = '@min-[58em]/office:line-clamp-2 @min-[58em]/office:self-center'

function Row({ row, kinds, searchOf, onOpen }: Omit<Props, 'rows'> & { row: WorkRow }) {
  const { id, kind, known, amount, since } = row
  const about = aboutOf(row)
  return (
    <Link
      to={{ search: searchOf(row) }}
      state={{ isFromList: true }}
      preventScrollReset
      aria-haspopup="dialog"
      data-task={id}
      onClick={onOpen}
      className={`grid min-h-12 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-4 px-4 py-1 text-small leading-[18px] hover:bg-ground ${WIDE}`}
    >
      <span
        className={`truncate font-semibold @min-[58em]/office:self-center ${kinds[kind]?.isBad ? 'text-bad' : ''}`}
      >
        {kinds[kind]?.title ?? kind}
      </span>
      <span
        className={`row-start-2 text-quiet @min-[58em]/office:text-ink ${amount === null ? 'col-span-2' : ''} ${TWO_LINES}`}
      >
        {about}
        {(about === null || amount === null) && (
          <span className="@min-[58em]/office:hidden">
            {about && ' · '}
            {known}
          </span>
        )}
      </span>
      <span
        className={`hidden text-quiet ${DETAILS} ${amount === null ? '@min-[58em]/office:col-span-2!' : ''}`}
      >
        <WholeWords text={known} />
      </span>
      <span
        className={`col-start-2 row-start-2 whitespace-nowrap text-right font-semibold tabular-nums @min-[58em]/office:self-center ${amount === null ? 'hidden' : ''}`}
      >
        {amount !== null && formatExactKes(amount)}
      </span>
      <span className="col-start-2 row-start-1 whitespace-nowrap text-right text-quiet tabular-nums @min-[58em]/office:self-center">
        <Waited since={since} />
      </span>
    </Link>
  )
}
