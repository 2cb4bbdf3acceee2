import { Link } from 'react-router'
import { CandidateOrders } from '../../payments/office/candidate-orders.tsx'
import type { Candidate } from '../../payments/unmatched/unmatched-receipts.contract.ts'
import type { TaskAction, TaskKind } from '../../platform/tasks/tasks.rules.ts'
import { Button } from '../../ui/button.tsx'
import type { WorkRow } from '../work-list/work-list.contract.ts'
import { pathOf } from '../work-list/work-list.rules.ts'

const LINK = 'inline-flex min-h-11 items-center font-semibold text-accent hover:underline'

export const labelOf = ({ label }: TaskAction, row: WorkRow) =>
  typeof label === 'string' ? label : label(row)

/** The actions of a row: buttons, links, and the orders to which it can be attached. */
export function WorkButtons({
  row,
  kind,
  busy,
  onPress,
  onAttach,
}: {
  row: WorkRow
  kind: TaskKind<object>
  /** The action that is in progress, as '<action> <row id>', or null. */
  busy: string | null
  onPress: (action: TaskAction) => void
  onAttach: (action: TaskAction, order: Candidate, unlisted: boolean) => Promise<string | null>
}) {
  const about = row.order_code ?? row.receipt ?? row.event?.title ?? row.kind
  const actions = kind.actions.filter(({ name }) => row.actions.includes(name))
  const attach = actions.find(({ opens }) => opens === 'candidates')
  const link = kind.link?.(row)
  const buttons = (
    <span className="flex flex-wrap gap-x-3 gap-y-2 sm:whitespace-nowrap">
      {link && (
        <Link to={link.to} state={{ search: row.order_code }} className={LINK}>
          {link.label}
        </Link>
      )}
      {actions.map((action) =>
        action.opens === undefined ? (
          <Button
            key={action.name}
            look="quiet"
            // Small enough for two buttons on one line when the table shows each row as a block.
            className="text-small px-3!"
            // aria-disabled instead of disabled: a disabled button loses the keyboard focus.
            aria-disabled={busy !== null}
            onClick={() => busy === null && onPress(action)}
          >
            <span>{busy === `${action.name} ${row.id}` ? 'Sending...' : labelOf(action, row)}</span>
            <span className="sr-only">: {about}</span>
          </Button>
        ) : (
          action.opens === 'page' && (
            <Link key={action.name} to={pathOf(action, row)} className={LINK}>
              {labelOf(action, row)}
            </Link>
          )
        ),
      )}
    </span>
  )
  if (!attach) return buttons
  return (
    <div className="flex min-w-64 flex-col gap-3">
      <CandidateOrders
        receipt={row.key}
        candidates={row.candidates}
        busy={busy}
        onAttach={(order, unlisted) => onAttach(attach, order, unlisted)}
      />
      {buttons}
    </div>
  )
}
