import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isOtherOperator } from '../../payments/prompts/operator.rules.ts'
import {
  EMAIL_ERROR,
  EMAIL_MAX,
  readEmailAddress,
} from '../../platform/values/email-address.rules.ts'
import { normalisePhone, phoneError } from '../../platform/values/phone.rules.ts'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSite } from '../../ui/site.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import type { PaymentTyped } from '../purchase.rules.ts'
import { OtherOperator } from './other-operator.tsx'
import { PAY_FORM, PayAction } from './pay-action.tsx'

/** Fields that only a post without script needs: the order's id, the lines and their prices. */
export type HiddenFields = Record<string, string>

type PaymentFormProps = {
  /** Address of the post without script. */
  action: string
  typed: PaymentTyped
  totalKes: number
  busy: boolean
  /** The error of the last attempt. */
  problem: string | null
  hidden: HiddenFields
  /** True if the paybill values of a failed order are below the form. */
  hasPaybill: boolean
  onPay: (typed: PaymentTyped) => void
}

function phoneOf(form: HTMLFormElement | null): HTMLInputElement | null {
  return (form?.elements.namedItem('phoneNumber') ?? null) as HTMLInputElement | null
}

export function PaymentForm(props: PaymentFormProps) {
  const { typed, totalKes, busy, problem } = props
  const hydrated = useHydrated()
  const { paybill } = useSite()
  const form = useRef<HTMLFormElement>(null)
  // The number to which the warning about other operators refers.
  const [phone, setPhone] = useState(typed.phoneNumber)
  const [faults, setFaults] = useState<{ phone?: string; email?: string }>({})

  // A form that the buyer opened by a tap takes the focus. A form that was on the page from the
  // start must not take it.
  const isOpened = useRef(hydrated)
  useEffect(() => {
    if (!isOpened.current) return
    const target = problem ? form.current?.querySelector('[role=alert]') : phoneOf(form.current)
    ;(target as HTMLElement | null | undefined)?.focus()
  }, [problem])

  function pay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const fields = form.current!.elements
    const phoneField = phoneOf(form.current)!
    const email = fields.namedItem('email') as HTMLInputElement
    const address = email.value.trim()
    const found = {
      ...(!normalisePhone(phoneField.value) && { phone: phoneError(phoneField.value) }),
      ...(address !== '' && readEmailAddress(address) === null && { email: EMAIL_ERROR }),
    }
    setFaults(found)
    if (found.phone) return phoneField.focus()
    if (found.email) return email.focus()
    // Autofill may set the number without a change event, or before hydration. Read the field, so
    // that the warning about other operators is shown before the buyer pays.
    setPhone(phoneField.value)
    if (phoneField.value !== phone && isOtherOperator(phoneField.value)) return
    const { submitter } = event.nativeEvent as SubmitEvent
    const isByHand = submitter?.getAttribute('name') === 'payBy'
    props.onPay({
      phoneNumber: phoneField.value.trim(),
      email: address,
      ...(isByHand && { payBy: 'paybill' }),
    })
  }

  return (
    <form
      ref={form}
      id={PAY_FORM}
      method="post"
      action={props.action}
      onSubmit={pay}
      noValidate={hydrated}
      aria-label="Payment"
      className="flex flex-col gap-4"
    >
      {problem && (
        <Notice look="bad" role="alert">
          {problem}
        </Notice>
      )}
      {Object.entries(props.hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field
        label="Phone number"
        name="phoneNumber"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        defaultValue={typed.phoneNumber}
        onChange={(change) => setPhone(change.target.value)}
        placeholder="0712345678"
        hint="We'll send the M-PESA prompt and your tickets to this number."
        error={faults.phone}
      />
      {isOtherOperator(phone) && <OtherOperator phone={phone} />}
      <Field
        label="Email (optional)"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX}
        defaultValue={typed.email}
        error={faults.email}
      />
      <PayAction totalKes={totalKes} busy={busy} className="max-lg:hidden" />
      {/* After the other submit button, because Enter presses the first one: a prompt. */}
      {paybill && !props.hasPaybill && (
        <button
          type="submit"
          name="payBy"
          value="paybill"
          disabled={busy || totalKes === 0}
          className="min-h-11 font-semibold text-accent underline underline-offset-4"
        >
          Pay with Paybill
        </button>
      )}
    </form>
  )
}
