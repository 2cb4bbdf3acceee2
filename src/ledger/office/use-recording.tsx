import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost } from '../../ui/api.ts'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSending } from '../../ui/office/use-sending.ts'

type InputOf<Name extends string> = (name: Name) => {
  required: true
  value: string
  error: string | null
  onChange: (event: { target: HTMLInputElement }) => void
}

/**
 * The state and the request of a form in which all fields are required, such as a form that
 * records a payment made outside the product. `lost` is the error message for a network failure.
 */
export function useRecording<Name extends string>(first: Record<Name, string>, lost: string) {
  const [typed, setTyped] = useState(first)
  const { send, errorOf, forgetProblem, form } = useSending(Object.keys(first), lost)
  const inputOf: InputOf<Name> = (name) => ({
    required: true,
    value: typed[name],
    error: errorOf(name),
    onChange: ({ target }) => setTyped({ ...typed, [name]: target.value }),
  })
  /**
   * Sends the form. Returns null if the server refused it or could not be reached; the form then
   * shows the reason.
   */
  const record = <Reply,>(path: string, body: object): Promise<Reply | null> =>
    send(callApi<Reply>(sessionFetch, path, jsonPost(body)))
  return { typed, inputOf, record, forgetProblem, form }
}

export function AmountAndReference({
  inputOf,
  hint,
  amountHint,
  warning = null,
}: {
  inputOf: InputOf<'amount' | 'reference'>
  hint: string
  amountHint?: string
  /** Shown below the amount. */
  warning?: string | null
}) {
  return (
    <>
      <Field
        label="Amount in KES"
        type="number"
        inputMode="decimal"
        min={0.01}
        step={0.01}
        {...(amountHint && { hint: amountHint })}
        {...inputOf('amount')}
      />
      {warning && (
        <Notice look="used" role="status">
          {warning}
        </Notice>
      )}
      <Field
        label="Reference"
        maxLength={100}
        autoComplete="off"
        hint={hint}
        {...inputOf('reference')}
      />
    </>
  )
}
