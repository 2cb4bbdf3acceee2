import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { differences, toDraft } from '../editing/event-draft.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { WrongSteps } from './form-steps.tsx'
import type { EventForm } from './use-event-form.ts'
import type { Findings } from './use-findings.ts'

/**
 * Shows the problem of the last save. If another admin has saved the event, offers to load the
 * other version or to overwrite it.
 */
export function FormProblemBox({
  form,
  problem,
}: {
  form: EventForm
  problem: Findings['problem'] & object
}) {
  const { theirs } = problem
  return (
    <Notice look="bad">
      <p className="font-semibold">{problem.text}</p>
      {problem.fields.length > 0 && <WrongSteps fields={problem.fields} draft={form.draft} />}
      {theirs && <Conflict form={form} theirs={theirs} />}
    </Notice>
  )
}

function Conflict({ form, theirs }: { form: EventForm; theirs: EventReply }) {
  const known = new Set([...form.draft.types, ...form.removed].map((type) => type.id))
  const lost = theirs.ticket_types.filter((type) => !known.has(type.id)).map((type) => type.name)
  return (
    <div className="mt-2 flex flex-col gap-3 text-ink">
      <p>
        Nothing you typed is lost. Your version and theirs differ in:{' '}
        {differences(form.draft, toDraft(theirs)).join(', ')}.
      </p>
      {lost.length > 0 && <p>Saving will remove what they added: {lost.join(', ')}.</p>}
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" onClick={() => form.loadTheirs(theirs)}>
          Load their version
        </Button>
        <Button look="quiet" onClick={() => void form.save({ over: theirs })}>
          Save mine over theirs
        </Button>
      </div>
    </div>
  )
}
