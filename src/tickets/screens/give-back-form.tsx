import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { type SendOutcome, sendTicket } from './send-ticket.ts'

type Props = { number: string; returnable: number; posted: SendOutcome | null }

/** The form that gives a free ticket back: how many people, then the code that its phone got. */
export function GiveBackForm({ number, returnable, posted }: Props) {
  const { outcome, isBusy, formProps } = useFormPost(posted, sendTicket)
  const { revalidate } = useRevalidator()
  // The ticket has changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each outcome
  useEffect(() => {
    if (outcome?.isDone) void revalidate()
  }, [outcome])
  const isAsked = outcome?.id !== undefined && !outcome.isDone
  return (
    <details
      open={outcome !== null}
      className="rounded-card border border-line bg-paper print:hidden"
    >
      <summary className="min-h-11 px-4 py-3 text-quiet">Return this ticket</summary>
      <form
        {...formProps}
        action={`${PREFIX}/t/${number}`}
        aria-label="Return this ticket"
        className="flex flex-col gap-4 px-4 pb-3"
      >
        <input type="hidden" name="number" value={number} />
        <input type="hidden" name="give_back" value="1" />
        {outcome?.isDone && (
          <Notice look="good" role="status">
            Returned. Thank you.
          </Notice>
        )}
        {outcome?.problem && !outcome.field && (
          <Notice look="bad" role="alert">
            {outcome.problem}
          </Notice>
        )}
        {isAsked ? (
          <CodeStep outcome={outcome} isBusy={isBusy} />
        ) : (
          <PeopleStep outcome={outcome} isBusy={isBusy} returnable={returnable} />
        )}
      </form>
    </details>
  )
}

function PeopleStep({
  outcome,
  isBusy,
  returnable,
}: {
  outcome: SendOutcome | null
  isBusy: boolean
  returnable: number
}) {
  return (
    <>
      <p>
        Can't come? Someone else can take your place. You cannot undo this: the ticket is then no
        longer valid. First we send a code to the phone that has it.
      </p>
      {returnable > 1 && (
        <Field
          label="How many people"
          name="admits"
          type="number"
          inputMode="numeric"
          min={1}
          max={returnable}
          defaultValue={outcome?.isDone ? '' : outcome?.admits}
          hint={`Leave blank to return all ${returnable}.`}
          error={outcome?.field === 'admits' ? outcome.problem : undefined}
        />
      )}
      <Button type="submit" look="quiet" disabled={isBusy}>
        {isBusy ? 'Sending code...' : 'Send code'}
      </Button>
    </>
  )
}

function CodeStep({ outcome, isBusy }: { outcome: SendOutcome; isBusy: boolean }) {
  return (
    <>
      <input type="hidden" name="id" value={outcome.id} />
      <input type="hidden" name="admits" value={outcome.admits} />
      <Notice role="status">
        We sent a code by SMS to the phone that has this ticket. Nothing changes until you enter it.
        Then you cannot undo it.
      </Notice>
      <Field
        label="Code from the SMS"
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={30}
        error={outcome.field === 'code' ? outcome.problem : undefined}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Returning...' : 'Return ticket'}
      </Button>
    </>
  )
}
