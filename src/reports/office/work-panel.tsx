import type { TaskAction, TaskKind } from '../../platform/tasks/tasks.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { DecisionFacts } from '../../ui/office/decision-facts.tsx'
import { PanelFoot, SidePanel } from '../../ui/office/side-panel.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { WorkRow } from '../work-list/work-list.contract.ts'
import type { WorkActions } from './use-work-actions.ts'
import { WorkButtons, WorkCandidates } from './work-buttons.tsx'
import { TaskFacts, TaskLink } from './work-facts.tsx'

/** The facts and the actions of a task. */
export function WorkPanel({
  row,
  kind,
  actions,
  onPress,
  onClose,
}: {
  row: WorkRow
  kind: TaskKind<object>
  actions: WorkActions
  onPress: (action: TaskAction) => void
  onClose: () => void
}) {
  const { busy, outcome, attach } = actions
  return (
    <SidePanel
      title={kind.title}
      about={
        row.event && (
          <TaskLink row={row} kind={kind}>
            {row.part ? `${row.event.title}: ${row.part}` : row.event.title}
          </TaskLink>
        )
      }
      onClose={onClose}
      foot={
        <PanelFoot>
          {outcome && (
            <Notice look={outcome.look} role="alert">
              {outcome.text}
            </Notice>
          )}
          <WorkButtons row={row} kind={kind} busy={busy} onPress={onPress} />
        </PanelFoot>
      }
    >
      <TaskFacts row={row} kind={kind} />
      <Words title="Details" text={row.known} />
      {row.facts && <DecisionFacts facts={row.facts} />}
      <Words title="What happens next" text={row.by_itself} />
      <WorkCandidates
        row={row}
        kind={kind}
        busy={busy}
        onAttach={(action, order, unlisted) => attach(action, row, order, unlisted)}
      />
    </SidePanel>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1 break-words">
        <WholeWords text={text} />
      </p>
    </section>
  )
}
