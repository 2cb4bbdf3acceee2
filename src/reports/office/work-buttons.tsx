import { CandidateOrders } from '../../payments/office/candidate-orders.tsx'
import type { Candidate } from '../../payments/unmatched/unmatched-receipts.contract.ts'
import type { TaskAction, TaskKind } from '../../platform/tasks/tasks.rules.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { WorkRow } from '../work-list/work-list.contract.ts'
import { pathOf } from '../work-list/work-list.rules.ts'

export const labelOf = ({ label }: TaskAction, row: WorkRow) =>
  typeof label === 'string' ? label : label(row)

const actionsOf = (kind: TaskKind<object>, row: WorkRow) =>
  kind.actions.filter(({ name }) => row.actions.includes(name))

type Props = {
  row: WorkRow
  kind: TaskKind<object>
  /** The action that is in progress, as '<action> <row id>', or null. */
  busy: string | null
}

/** The actions of a task: buttons and links. */
export function WorkButtons({
  row,
  kind,
  busy,
  onPress,
}: Props & { onPress: (action: TaskAction) => void }) {
  const link = kind.link?.(row)
  return (
    <div className="flex flex-wrap gap-3">
      {link && (
        <ButtonLink look="quiet" to={link.to} state={{ search: row.order_code, opensOrder: true }}>
          {link.label}
        </ButtonLink>
      )}
      {actionsOf(kind, row).map((action) =>
        action.opens === undefined ? (
          <Button
            key={action.name}
            look="quiet"
            // aria-disabled instead of disabled: a disabled button loses the keyboard focus.
            aria-disabled={busy !== null}
            onClick={() => busy === null && onPress(action)}
          >
            <span>
              <WholeWords
                text={busy === `${action.name} ${row.id}` ? 'Sending...' : labelOf(action, row)}
              />
            </span>
          </Button>
        ) : (
          action.opens === 'page' && (
            <ButtonLink key={action.name} look="quiet" to={pathOf(action, row)}>
              {labelOf(action, row)}
            </ButtonLink>
          )
        ),
      )}
    </div>
  )
}

/** The orders to which the task's money can be attached. */
export function WorkCandidates({
  row,
  kind,
  busy,
  onAttach,
}: Props & {
  onAttach: (action: TaskAction, order: Candidate, unlisted: boolean) => Promise<string | null>
}) {
  const attach = actionsOf(kind, row).find(({ opens }) => opens === 'candidates')
  if (!attach) return null
  return (
    <div className="flex flex-col gap-3">
      <CandidateOrders
        receipt={row.key}
        candidates={row.candidates}
        busy={busy}
        onAttach={(order, unlisted) => onAttach(attach, order, unlisted)}
      />
    </div>
  )
}
