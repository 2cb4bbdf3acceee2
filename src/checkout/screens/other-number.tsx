import { type FormEvent, useRef, useState } from 'react'
import { isOtherOperator } from '../../payments/prompts/operator.rules.ts'
import { EMAIL_MAX, optionalEmailFault } from '../../platform/values/email-address.rules.ts'
import { phoneFault } from '../../platform/values/phone.rules.ts'
import { callApi, jsonPost } from '../../ui/api.ts'
import { Button, LONE_LINK } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { OrderReply } from '../checkout.contract.ts'
import { OtherOperator } from './other-operator.tsx'
import { placedOrders } from './placed-orders.ts'
import { ContinueOrder } from './shortage.tsx'

/** Query parameter of the page on which buyers without JavaScript enter another phone number. */
export const OTHER_NUMBER = 'number'

/** The text of OTHER_OPERATOR, adapted to the button of this form. */
export const NUMBER_WARNING =
  "M-PESA works on Safaricom lines, and this looks like another network's number. If you've moved it to Safaricom, press Change number."

/**
 * The problem with a number. `ownOrder` is the id of another open order of the buyer, if that order
 * is being paid on the other phone; otherwise null.
 */
export type Refused = { problem: string; ownOrder: string | null }

export function RefusedNotice({ problem, ownOrder }: Refused) {
  return (
    <Notice look="bad" role="alert">
      <p>{problem}</p>
      {ownOrder && <ContinueOrder orderId={ownOrder} />}
    </Notice>
  )
}

export type OtherNumberProps = {
  orderId: string
  /** True on the page for buyers without scripts, which shows the form open. */
  opened?: boolean
  /** The rejected number and the reason, after a post without scripts. */
  failed?: (Refused & { phoneNumber: string; email?: string }) | null
  onNumber?: ((phoneNumber: string) => void) | undefined
}

/**
 * The link 'Not your number?' and its form, which changes the phone that pays. Without scripts, the
 * form is on a separate page.
 */
export function OtherNumber({ orderId, opened = false, failed, onNumber }: OtherNumberProps) {
  const [isOpen, setOpen] = useState(opened)
  const link = useRef<HTMLAnchorElement>(null)
  const way = `${PREFIX}/pay/${orderId}?${OTHER_NUMBER}`
  function close(phoneNumber?: string) {
    setOpen(false)
    if (phoneNumber !== undefined) onNumber?.(phoneNumber)
    requestAnimationFrame(() => link.current?.focus())
  }
  if (isOpen) return <NumberForm way={way} orderId={orderId} failed={failed} onDone={close} />
  return (
    <p>
      <a
        ref={link}
        href={way}
        onClick={(click) => {
          click.preventDefault()
          setOpen(true)
        }}
        className={LONE_LINK}
      >
        Not your number?
      </a>
    </p>
  )
}

type NumberFormProps = Pick<OtherNumberProps, 'orderId' | 'failed'> & {
  way: string
  onDone: (phoneNumber?: string) => void
}

function NumberForm({ way, orderId, failed, onDone }: NumberFormProps) {
  const [phone, setPhone] = useState(failed?.phoneNumber ?? '')
  const [fault, setFault] = useState<string | null>(null)
  const [emailFault, setEmailFault] = useState<string | null>(null)
  const email = failed?.email ?? ''
  const [refused, setRefused] = useState<Refused | null>(failed ?? null)
  const [isBusy, setBusy] = useState(false)
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('phoneNumber') as HTMLInputElement
    const phoneNumber = field.value.trim()
    const found = phoneFault(phoneNumber)
    const emailField = event.currentTarget.elements.namedItem('email') as HTMLInputElement
    const foundEmail = optionalEmailFault(emailField.value)
    setFault(found)
    setEmailFault(foundEmail)
    setRefused(null)
    if (found) return field.focus()
    if (foundEmail) return emailField.focus()
    setBusy(true)
    const refusal = await putNumber(orderId, phoneNumber, emailField.value.trim())
    setBusy(false)
    if (refusal === null) onDone(phoneNumber)
    else setRefused(refusal)
  }
  return (
    <form method="post" action={way} onSubmit={send} noValidate aria-label="Another number">
      <div className="flex flex-col gap-3 border-t border-line pt-4 text-left">
        {refused && <RefusedNotice {...refused} />}
        <Field
          label="Your M-PESA number"
          name="phoneNumber"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          autoFocus
          defaultValue={phone}
          onChange={({ target: { value } }) => {
            setPhone(value)
            if (fault) setFault(phoneFault(value))
          }}
          placeholder="0712 345 678"
          hint="We'll prompt this number when the first prompt ends. Your tickets go there too."
          error={fault}
        />
        {(fault || isOtherOperator(phone)) && <OtherOperator phone={phone} note={NUMBER_WARNING} />}
        <Abroad email={email} fault={emailFault} />
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Changing…' : 'Change number'}
        </Button>
        <p className="text-center">
          <a
            href={`${PREFIX}/pay/${orderId}`}
            onClick={(click) => {
              click.preventDefault()
              onDone()
            }}
            className={LONE_LINK}
          >
            Keep this number
          </a>
        </p>
      </div>
    </form>
  )
}

/** For a buyer abroad: another person's phone in Kenya pays, and tickets also come by email. */
function Abroad({ email, fault }: { email: string; fault: string | null }) {
  return (
    <details open={email !== '' || fault !== null || undefined}>
      <summary className={LONE_LINK}>Abroad? Someone in Kenya can pay for you</summary>
      <p className="mb-3">
        <WholeWords text="Enter their M-PESA number above and your email here. They get the prompt and an SMS with the tickets; you get the tickets by email." />
      </p>
      <Field
        label="Your email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX}
        defaultValue={email}
        error={fault}
      />
    </details>
  )
}

/** Returns the reason why the number was refused, or null. Repeating a request is harmless. */
async function putNumber(
  orderId: string,
  phoneNumber: string,
  email: string,
): Promise<Refused | null> {
  const body = { phoneNumber, ...(email && { email }), replaces: placedOrders() }
  const init = { ...jsonPost(body), method: 'PUT' }
  const call = (to: string, how?: RequestInit) => fetch(to, how)
  const answer = await callApi<OrderReply>(call, `/api/orders/${orderId}/phone`, init)
  // If the order has just been paid, the page shows the tickets next.
  if (answer.ok || answer.code === 'already_paid') return null
  const ownOrder = answer.order_id ?? null
  if (answer.status === 0) return { problem: 'No connection. Please try again.', ownOrder }
  const problem = answer.error || 'The number could not be changed. Please try again.'
  return { problem, ownOrder }
}
