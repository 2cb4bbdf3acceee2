import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The fields and buttons of a form step in which the visitor enters the code from an SMS. */
export function CodeEntry({
  error,
  isBusy,
  text,
  busyText,
  children,
}: {
  error: string | undefined
  isBusy: boolean
  /** The words of the button. */
  text: string
  busyText: string
  /** The words about the code that was sent. */
  children: ReactNode
}) {
  return (
    <>
      <Notice role="status">{children}</Notice>
      <Field
        label="Code from the SMS"
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={30}
        error={error ?? null}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? busyText : text}
      </Button>
    </>
  )
}
