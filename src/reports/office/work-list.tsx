import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PayoutQuestion } from '../../payouts/office/payout-question.tsx'
import { groupsOf, type TaskAction, type TaskKinds } from '../../platform/tasks/tasks.rules.ts'
import { DecisionFacts } from '../../ui/office/decision-facts.tsx'
import { Empty, ListPanel } from '../../ui/office/list-panel.tsx'
import { Question } from '../../ui/office/question.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { useChoices } from '../../ui/office/use-choices.ts'
import { listPath, useRows } from '../../ui/office/use-rows.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { WorkList, WorkRow } from '../work-list/work-list.contract.ts'
import { aboutOf, nextOf } from '../work-list/work-list.rules.ts'
import { ReconciliationPanel } from './reconciliation-panel.tsx'
import { useOpenTask } from './use-open-task.ts'
import { useWorkActions, type WorkActions } from './use-work-actions.ts'
import { labelOf } from './work-buttons.tsx'
import { setWorkCount } from './work-count.ts'
import { WorkForm } from './work-form.tsx'
import { WorkPanel } from './work-panel.tsx'
import { WorkRows } from './work-rows.tsx'
import { WorkTabs } from './work-tabs.tsx'

/**
 * The admin's work list: a tab for each group of tasks, and a panel for each task. `children` are shown
 * next to the result of the latest comparison of the books.
 */
export function WorkListPanel({ kinds, children }: { kinds: TaskKinds; children: ReactNode }) {
  const choices = useChoices()
  const groups = groupsOf(kinds)
  const group = choices.of('group', [['', ''], ...groups.map((name) => [name, name] as const)])
  const list = useRows<WorkRow, WorkList>(listPath('/api/work_list', { group }), choices.pages)
  const actions = useWorkActions(list.again)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const shown = useRef<HTMLDivElement>(null)
  const isCurrent = list.rows !== null && !list.isBusy && !list.isStale && !list.problem
  const open = useOpenTask(list.rows, isCurrent, shown)
  const { counts } = list.reply ?? { counts: null }
  useEffect(() => {
    if (counts) setWorkCount(Object.values(counts).reduce((sum, count) => sum + count, 0))
  }, [counts])
  const { task } = open
  const kind = task && kinds[task.kind]
  return (
    <>
      <div className="mb-2 grid grid-cols-[minmax(0,1fr)] items-start gap-2 lg:grid-cols-2">
        {children}
        <ReconciliationPanel
          isLooking={actions.busy === 'look'}
          onLook={() => void actions.look()}
        />
      </div>
      <WorkTabs groups={groups} counts={counts} chosen={group} />
      <div ref={shown} tabIndex={-1} className="outline-none">
        <ListPanel
          list={list}
          paging={choices}
          loading="Loading the work list..."
          skeletonRows={5}
          empty={<Empty text="All clear." />}
        >
          {(rows) => (
            <WorkRows
              kinds={kinds}
              rows={rows}
              searchOf={open.searchOf}
              onOpen={() => {
                actions.dismiss()
                open.forget()
              }}
            />
          )}
        </ListPanel>
      </div>
      {task && kind && (
        <WorkPanel
          row={task}
          kind={kind}
          actions={chosen ? { ...actions, outcome: null } : actions}
          onClose={open.close}
          onPress={(action) => {
            actions.dismiss()
            if (action.form || action.question) setChosen({ action, row: task })
            else void actions.press(action, task)
          }}
        />
      )}
      {chosen && (
        <ActionDialog
          kinds={kinds}
          chosen={chosen}
          actions={actions}
          onEnd={() => setChosen(null)}
          onChoose={setChosen}
        />
      )}
      {!task && (
        <Outcome
          actions={actions}
          nextOf={(decided) => {
            const next = nextOf(list.rows ?? [], decided)
            if (!next) return undefined
            const isAlike = next.kind === decided.kind
            const label = `Next: ${(isAlike && aboutOf(next)) || kinds[next.kind]?.title}`
            return { to: `/organizer/work-list${open.searchOf(next)}`, label }
          }}
          isMissing={open.isMissing}
          onClose={open.forget}
        />
      )}
    </>
  )
}

/** `typed`: the first texts of the form's fields. */
type Chosen = { action: TaskAction; row: WorkRow; typed?: Record<string, string> }

/** The dialog of an action, with its form or its question. */
function ActionDialog({
  kinds,
  chosen: { action, row, typed },
  actions: { press, outcome, busy },
  onEnd,
  onChoose,
}: {
  kinds: TaskKinds
  chosen: Chosen
  actions: WorkActions
  onEnd: () => void
  /** Opens the dialog of another action. */
  onChoose: (chosen: Chosen) => void
}) {
  const { form, question } = action
  const kind = kinds[row.kind]
  if (form && kind) {
    return (
      <WorkForm
        title={form.title ?? labelOf(action, row)}
        form={form}
        row={row}
        kind={kind}
        first={typed}
        problem={outcome?.look === 'bad' ? outcome.text : ''}
        isBusy={busy !== null}
        onClose={onEnd}
        onSend={async (body) => {
          if ((await press(action, row, body)) === null) onEnd()
        }}
      />
    )
  }
  if (!question) return null
  const ask = () => {
    onEnd()
    void press(action, row)
  }
  if (question.review === 'payout') {
    const refuse = kind?.actions.find(({ name }) => name === question.refusedBy)
    return (
      <PayoutQuestion
        payoutId={row.key}
        amount={row.amount ?? 0}
        onNo={onEnd}
        onYes={ask}
        onRefuse={refuse && ((words) => onChoose({ action: refuse, row, typed: { words } }))}
      />
    )
  }
  return (
    <Question title={question.title(row)} yes={question.yes(row)} onNo={onEnd} onYes={ask}>
      {row.facts && <DecisionFacts facts={row.facts} />}
      <p className="break-words">
        <WholeWords text={question.text(row)} />
      </p>
    </Question>
  )
}

/** The result of an action, once its panel has closed. */
function Outcome({
  actions: { outcome, dismiss },
  nextOf,
  isMissing,
  onClose,
}: {
  actions: WorkActions
  /** A link to the task that follows the one that was decided. */
  nextOf: (decided: WorkRow) => { to: string; label: string } | undefined
  isMissing: boolean
  onClose: () => void
}) {
  if (outcome) {
    const next = outcome.decided?.urgency === 'waited_for' ? nextOf(outcome.decided) : undefined
    return (
      <Toast look={outcome.look} link={next && { ...next, onFollow: dismiss }} onClose={dismiss}>
        {outcome.text}
      </Toast>
    )
  }
  if (!isMissing) return null
  return (
    <Toast look="good" onClose={onClose}>
      This task is no longer on the list.
    </Toast>
  )
}
