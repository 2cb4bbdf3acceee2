import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { faultOf, type SendOutcome } from './send-ticket.ts'

/** The last step of a form that changes a ticket: the code that the holder's phone got. */
export function CodeStep({
  outcome,
  isBusy,
  text,
  busyText,
  children,
}: {
  outcome: SendOutcome
  isBusy: boolean
  /** The words of the button. */
  text: string
  busyText: string
  /** The words about the code that was sent. */
  children: ReactNode
}) {
  return (
    <>
      <input type="hidden" name="id" value={outcome.id} />
      <input type="hidden" name="phones" value={outcome.phones} />
      <input type="hidden" name="admits" value={outcome.admits} />
      <Notice role="status">{children}</Notice>
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
        {isBusy ? busyText : text}
      </Button>
    </>
  )
}
