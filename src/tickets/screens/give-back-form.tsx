import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { CodeStep } from './code-step.tsx'
import { faultOf, type SendOutcome } from './send-ticket.ts'
import { TicketAction } from './ticket-action.tsx'

type Props = {
  number: string
  returnable: number
  /** True if the ticket is only given back with all its people, so there is nothing to choose. */
  isWhole: boolean
  /** Shown before the fields. */
  leaving?: ReactNode
  posted: SendOutcome | null
}

/** Gives a free ticket back: first asks how many people, then for the code sent to the phone. */
export function GiveBackForm({ number, returnable, isWhole, leaving, posted }: Props) {
  return (
    <TicketAction
      number={number}
      posted={posted}
      title="Return this ticket"
      done="Returned. Thank you."
      isQuiet
    >
      {(outcome, isBusy) => (
        <>
          <input type="hidden" name="give_back" value="1" />
          {outcome?.id && !outcome.isDone ? (
            <CodeStep
              outcome={outcome}
              isBusy={isBusy}
              text="Return ticket"
              busyText="Returning..."
            >
              We sent a code by SMS to the phone that has this ticket. Nothing changes until you
              enter it. Then you cannot undo it.
            </CodeStep>
          ) : (
            <PeopleStep outcome={outcome} isBusy={isBusy} choices={isWhole ? 1 : returnable}>
              {leaving}
            </PeopleStep>
          )}
        </>
      )}
    </TicketAction>
  )
}

function PeopleStep({
  outcome,
  isBusy,
  choices,
  children,
}: {
  outcome: SendOutcome | null
  isBusy: boolean
  /** The largest number of people that the user can choose. */
  choices: number
  children: ReactNode
}) {
  return (
    <>
      <p>
        Can't come? Someone else can take your place. You cannot undo this: the ticket is then no
        longer valid. First we send a code to the phone that has it.
      </p>
      {children}
      {choices > 1 && (
        <Field
          label="How many people"
          name="admits"
          type="number"
          inputMode="numeric"
          min={1}
          max={choices}
          defaultValue={outcome?.isDone ? '' : outcome?.admits}
          hint={`Leave blank to return all ${choices}.`}
          error={faultOf(outcome, 'admits')}
        />
      )}
      <Button type="submit" look="quiet" disabled={isBusy}>
        {isBusy ? 'Sending code...' : 'Send code'}
      </Button>
    </>
  )
}
