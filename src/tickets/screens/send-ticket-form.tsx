import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { type SendOutcome, sendTicket } from './send-ticket.ts'

type Props = {
  number: string
  sendable: number
  /** The order had no payment, so the code goes to the phone that has the ticket. */
  isFree: boolean
  posted: SendOutcome | null
}

/** A form in two steps: the receivers' phones, then the code that the holder's phone got. */
export function SendTicketForm({ number, sendable, isFree, posted }: Props) {
  const { outcome, isBusy, formProps } = useFormPost(posted, sendTicket)
  const { revalidate } = useRevalidator()
  const { hash } = useLocation()
  const isRequested = useHydrated() && hash === '#send'
  // The transfer has changed the ticket.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each outcome
  useEffect(() => {
    if (outcome?.isDone) void revalidate()
  }, [outcome])
  return (
    <details
      id="send"
      open={isRequested || outcome !== null}
      className="rounded-card border border-line bg-paper print:hidden"
    >
      <summary className="min-h-11 px-4 py-3 font-semibold">Send to a friend</summary>
      <form
        {...formProps}
        action={`${PREFIX}/t/${number}`}
        aria-label="Send to a friend"
        className="flex flex-col gap-4 px-4 pb-3"
      >
        <input type="hidden" name="number" value={number} />
        {outcome?.isDone && (
          <Notice look="good" role="status">
            Sent. Your friend will get it by SMS.
          </Notice>
        )}
        {outcome?.problem && !outcome.field && (
          <Notice look="bad" role="alert">
            {outcome.problem}
          </Notice>
        )}
        {outcome?.id && !outcome.isDone ? (
          <CodeStep outcome={outcome} isBusy={isBusy} />
        ) : (
          <PhoneStep outcome={outcome} isBusy={isBusy} sendable={sendable} isFree={isFree} />
        )}
      </form>
    </details>
  )
}

const faultOf = (outcome: SendOutcome | null, field: SendOutcome['field']) =>
  outcome?.field === field ? outcome?.problem : undefined

function PhoneStep({
  outcome,
  isBusy,
  sendable,
  isFree,
}: {
  outcome: SendOutcome | null
  isBusy: boolean
} & Pick<Props, 'sendable' | 'isFree'>) {
  const typed = outcome?.isDone ? null : outcome
  const isGroup = sendable > 1
  return (
    <>
      <p>
        Your friend gets a new ticket by SMS, and this one no longer lets that person in. It's free.
        {isFree
          ? ' First we send a code to the phone that has it.'
          : ' First we send a code to the phone that paid.'}
        {isGroup && ' Several friends? Separate numbers with commas: one ticket each.'}
      </p>
      <Field
        label={isGroup ? "Friend's phone number(s)" : "Friend's phone number"}
        name="phones"
        type={isGroup ? 'text' : 'tel'}
        required
        defaultValue={typed?.phones}
        placeholder="0712345678"
        error={faultOf(typed, 'phones')}
        autoComplete="off"
      />
      {isGroup && (
        <Field
          label="How many people"
          name="admits"
          type="number"
          inputMode="numeric"
          min={1}
          max={sendable}
          defaultValue={typed?.admits}
          hint={`Leave blank to send all ${sendable}.`}
          error={faultOf(typed, 'admits')}
        />
      )}
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Sending code...' : 'Send code'}
      </Button>
    </>
  )
}

function CodeStep({ outcome, isBusy }: { outcome: SendOutcome; isBusy: boolean }) {
  return (
    <>
      <input type="hidden" name="id" value={outcome.id} />
      <input type="hidden" name="phones" value={outcome.phones} />
      <input type="hidden" name="admits" value={outcome.admits} />
      <Notice role="status">
        We sent a code by SMS to the phone that has this ticket. Nothing is sent until you enter it.
      </Notice>
      <Field
        label="Code from the SMS"
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={30}
        error={faultOf(outcome, 'code')}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Sending ticket...' : 'Send ticket'}
      </Button>
    </>
  )
}
