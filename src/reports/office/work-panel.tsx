import { Link } from 'react-router'
import type { TaskAction, TaskKind } from '../../platform/tasks/tasks.rules.ts'
import { LONE_LINK } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DecisionFacts } from '../../ui/office/decision-facts.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { Instant } from '../../ui/office/instant.tsx'
import { PanelFacts, PanelFoot, SidePanel } from '../../ui/office/side-panel.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { WorkRow } from '../work-list/work-list.contract.ts'
import type { WorkActions } from './use-work-actions.ts'
import { WorkButtons, WorkCandidates } from './work-buttons.tsx'

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
  const facts = [
    ['Amount', row.amount !== null && <b key="amount">{formatExactKes(row.amount)}</b>],
    ['Order', row.order_code],
    ['M-PESA code', row.receipt],
    ['Since', <Instant key="since" at={row.since} />],
  ] as const
  return (
    <SidePanel
      title={kind.title}
      about={
        row.event && (
          <Link
            to={`/organizer/events/${row.event.id}/${kind.eventPage ?? 'transactions'}`}
            className={`${LONE_LINK} wrap-anywhere`}
          >
            {row.event.title}
          </Link>
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
      <PanelFacts facts={facts.filter(([, value]) => value)} />
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
