import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { CodeStep } from './code-step.tsx'
import { faultOf, type SendOutcome, shareText } from './send-ticket.ts'
import { TicketAction } from './ticket-action.tsx'

type Props = {
  number: string
  sendable: number
  isAddOn: boolean
  /** The order had no payment, so the code goes to the phone that has the ticket. */
  /** Shown before the fields. */
  leaving?: ReactNode
  posted: SendOutcome | null
  onSent?: () => void
}

/** A form in two steps: the receivers' phones, then the code that the holder's phone got. */
export function SendTicketForm({ number, sendable, isAddOn, leaving, posted, onSent }: Props) {
  const { hash } = useLocation()
  const isRequested = useHydrated() && hash === '#send'
  return (
    <TicketAction
      id="send"
      number={number}
      posted={posted}
      title="Send to a friend"
      done="Sent. Your friend will get it by SMS."
      isOpen={isRequested}
      onDone={onSent}
    >
      {(outcome, isBusy) =>
        outcome?.id && !outcome.isDone ? (
          <CodeStep
            outcome={outcome}
            isBusy={isBusy}
            text="Send ticket"
            busyText="Sending ticket..."
          >
            <strong className="block">{shareText(outcome, { sendable, isAddOn })}</strong>
            <span className="block">
              We sent a code by SMS to the phone that has this ticket. Nothing is sent until you
              enter it.
            </span>
          </CodeStep>
        ) : (
          <PhoneStep
            outcome={outcome}
            isBusy={isBusy}
            sendable={sendable}
            isAddOn={isAddOn}
            leaving={leaving}
          />
        )
      }
    </TicketAction>
  )
}

function PhoneStep({
  outcome,
  isBusy,
  sendable,
  isAddOn,
  leaving,
}: {
  outcome: SendOutcome | null
  isBusy: boolean
} & Pick<Props, 'sendable' | 'isAddOn' | 'leaving'>) {
  const typed = outcome?.isDone ? null : outcome
  const isGroup = sendable > 1
  return (
    <>
      <p>
        {effectText(isGroup, isAddOn)}
        {' First we send a code to the phone that has it.'}
        {isGroup && ' Several friends? Separate numbers with commas: one ticket each.'}
        {' You can take it back until someone opens it.'}
      </p>
      {leaving}
      <Field
        label={isGroup ? "Friend's phone number(s)" : "Friend's phone number"}
        name="phones"
        type={isGroup ? 'text' : 'tel'}
        required
        defaultValue={typed?.phones}
        placeholder="0712 345 678"
        error={faultOf(typed, 'phones')}
        autoComplete="off"
      />
      {isGroup && (
        <Field
          label={isAddOn ? 'How many uses' : 'How many people'}
          name="admits"
          type="number"
          inputMode="numeric"
          min={1}
          max={sendable}
          defaultValue={typed?.admits}
          hint={
            isAddOn
              ? `Leave blank to send all ${sendable} uses.`
              : `Leave blank to send all ${sendable} people.`
          }
          error={faultOf(typed, 'admits')}
        />
      )}
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Sending code...' : 'Send code'}
      </Button>
    </>
  )
}

function effectText(isGroup: boolean, isAddOn: boolean): string {
  if (isAddOn) {
    return isGroup
      ? "Your friend gets a new ticket by SMS, and this ticket then has as many uses fewer as you send. It's free."
      : "Your friend gets a new ticket by SMS, and this ticket then has one use fewer. It's free."
  }
  return isGroup
    ? "Your friend gets a new ticket by SMS, and this ticket then admits as many fewer as you send. It's free."
    : "Your friend gets a new ticket by SMS, and this ticket then admits one fewer. It's free."
}
