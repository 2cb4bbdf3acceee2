import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isOtherOperator } from '../../payments/prompts/operator.rules.ts'
import { EMAIL_MAX, optionalEmailFault } from '../../platform/values/email-address.rules.ts'
import { phoneFault } from '../../platform/values/phone.rules.ts'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSite } from '../../ui/site.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import type { Offer } from '../choice.rules.ts'
import type { PaymentTyped, Refused } from '../purchase.rules.ts'
import { knownPhone } from './kept-purchase.ts'
import { KnownPhone } from './known-phone.tsx'
import { OtherOperatorLater } from './other-operator-later.tsx'
import { PAY_FORM, PayAction } from './pay-action.tsx'
import { ContinueOrder, OtherTickets, ShortageReasons, totalOf } from './shortage.tsx'

/** Fields that only a post without script needs: the order's id, the lines and their prices. */
export type HiddenFields = Record<string, string>

type PaymentFormProps = {
  action: string
  typed: PaymentTyped
  totalKes: number
  /** The tickets that can be bought instead if too few are left. */
  offer: Offer | null
  /**
   * True if the form is in a sheet, which always contains the pay button. If false, the button is
   * in the form on a wide screen, and in the bar at the bottom (`BuyBar`) on a narrow screen.
   */
  isSheet: boolean
  busy: boolean
  problem: string | null
  refused: Refused | undefined
  hidden: HiddenFields
  /** True if the page shows a failed order's paybill details below the form. */
  hasPaybill: boolean
  onPay: (typed: PaymentTyped) => void
  onOther: () => void
}

/** The error of each field, or null. Typing updates an error while it is shown. */
type Faults = { phone: string | null; email: string | null }

export function PaymentForm(props: PaymentFormProps) {
  const { typed, totalKes, offer, busy, refused, isSheet } = props
  // The page shows the present shortage instead of the shortage at the refusal.
  const problem = offer && refused?.isShort ? null : props.problem
  const hydrated = useHydrated()
  const { paybill } = useSite()
  const form = useRef<HTMLFormElement>(null)
  // The number that last paid on this device. The form shows it instead of the phone field. Null
  // while the form shows the field, for example because the buyer has already typed a number.
  const [known, setKnown] = useState(() => (hydrated && !typed.phoneNumber ? knownPhone() : null))
  // The number to which the warning about other operators refers.
  const [phone, setPhone] = useState(known ?? typed.phoneNumber)
  const [faults, setFaults] = useState<Faults>({ phone: null, email: null })

  // A form that the buyer opened takes the focus. A form that was on the page from the start must
  // not take the focus.
  const isOpened = useRef(hydrated)
  const first = offer || problem ? '[role=alert]' : known ? '[type=submit]' : '[name=phoneNumber]'
  useEffect(() => {
    if (!isOpened.current) return
    form.current!.querySelector<HTMLElement>(first)?.focus()
    // Without a sheet, the pay button may be below the edge of the screen, so scrolls the form into
    // view.
    if (!isSheet) form.current!.scrollIntoView({ block: 'nearest' })
  }, [first, isSheet])

  function pay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const fields = form.current!.elements
    const phoneField = fields.namedItem('phoneNumber') as HTMLInputElement
    const email = fields.namedItem('email') as HTMLInputElement
    const found = { phone: phoneFault(phoneField.value), email: optionalEmailFault(email.value) }
    setFaults(found)
    if (found.phone) return phoneField.focus()
    if (found.email) return email.focus()
    // Autofill may set the number without a change event, or before hydration. Reads the field, so
    // that the page warns about another operator before the buyer pays.
    setPhone(phoneField.value)
    if (phoneField.value !== phone && isOtherOperator(phoneField.value)) return
    const { submitter } = event.nativeEvent as SubmitEvent
    // The buyer pressed the paybill button, or chose the paybill below the operator warning.
    const byHand =
      submitter?.getAttribute('name') ?? form.current!.querySelector('[value=paybill]:checked')
    props.onPay({
      phoneNumber: phoneField.value.trim(),
      email: email.value.trim(),
      ...(byHand && { payBy: 'paybill' }),
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
      className={`flex flex-col gap-4 ${isSheet ? 'low:contents' : ''}`}
    >
      {(offer || problem) && (
        // On a low screen, places the notice above the order and not in the close button's column.
        <div className="low:col-start-1 low:row-start-1">
          <Notice look={offer ? 'used' : 'bad'} role="alert">
            {offer && <ShortageReasons offer={offer} />}
            {problem && <p>{problem}</p>}
            {refused?.ownOrder && <ContinueOrder orderId={refused.ownOrder} />}
          </Notice>
        </div>
      )}
      {Object.entries(props.hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex flex-col gap-4 low:col-start-2 low:row-[1/4]">
        {known && <KnownPhone phone={known} onChange={() => setKnown(null)} />}
        {!known && (
          <Field
            label="Phone number"
            name="phoneNumber"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
            defaultValue={typed.phoneNumber}
            onChange={({ target: { value } }) => {
              setPhone(value)
              if (faults.phone) setFaults({ ...faults, phone: phoneFault(value) })
            }}
            placeholder="0712 345 678"
            hint={
              isOtherOperator(phone)
                ? "We'll send your tickets to this number."
                : "We'll send the M-PESA prompt and your tickets to this number."
            }
            error={faults.phone}
          />
        )}
        {(faults.phone || isOtherOperator(phone)) && <OtherOperatorLater phone={phone} />}
        <Field
          label="Email (optional)"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX}
          defaultValue={typed.email}
          onChange={({ target: { value } }) => {
            if (faults.email) setFaults({ ...faults, email: optionalEmailFault(value) })
          }}
          error={faults.email}
        />
        <div
          className={`flex flex-col ${isSheet ? 'bottom-0 -my-2 bg-paper py-2 [@media(height>=500px)]:sticky' : 'max-lg:hidden'}`}
        >
          <PayAction totalKes={totalKes} offer={offer} busy={busy} />
        </div>
        {offer && <OtherTickets onOther={props.onOther} />}
        {/* This button comes after the other submit button, because Enter presses the first button,
            which requests a prompt. */}
        {paybill && !props.hasPaybill && !(offer && totalOf(offer) === 0) && (
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
      </div>
    </form>
  )
}
