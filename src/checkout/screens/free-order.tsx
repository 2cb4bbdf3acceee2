import type { EventReply, TicketTypeReply } from '../../events/events.contract.ts'
import { EMAIL_MAX } from '../../platform/values/email-address.rules.ts'
import { maskPhone, normalisePhone } from '../../platform/values/phone.rules.ts'
import { Button, LONE_LINK } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import { type ChosenLine, countTickets, type Offer } from '../choice.rules.ts'
import { areFree } from '../free.rules.ts'
import type { PaymentTyped, Refused } from '../purchase.rules.ts'
import type { HiddenFields } from './payment-form.tsx'
import { PICK_FORM } from './pick-form.ts'
import { OtherTickets, ShortageReasons } from './shortage.tsx'
import { type Proving, useProving } from './use-proving.ts'

type Lines = {
  types: readonly TicketTypeReply[]
  lines: readonly ChosenLine[]
  offer: Offer | null
}

/** A free order: its form, or without `form` the button that opens the form. */
export function FreeOrder({ form, ...lines }: Lines & { form?: FormProps }) {
  return form ? <FreeForm {...lines} {...form} /> : <FreeAction {...lines} />
}

/** The button that opens the form of a free order, or the reason why the form cannot open. */
function FreeAction({ types, lines, offer }: Lines) {
  const taken = offer ? offer.lines : lines
  const isFree = areFree(types, lines)
  return (
    <>
      {!isFree && <NotFree />}
      <Button
        type="submit"
        form={PICK_FORM}
        disabled={!isFree || taken.length === 0}
        className="max-sm:px-4"
      >
        {isFree ? getWords(offer) : 'Click to Buy'}
      </Button>
    </>
  )
}

/** The button's text. With an offer, it contains the number of tickets that are left. */
const getWords = (offer: Offer | null): string =>
  offer ? `Get ${countTickets(offer.lines)}` : 'Get tickets'

const NotFree = () => (
  <p role="status" className="text-small">
    These tickets come only with a paid ticket. Add one.
  </p>
)

type FormProps = {
  event: EventReply
  action: string
  hidden: HiddenFields
  typed: PaymentTyped
  busy: boolean
  problem: string | null
  refused: Refused | undefined
  onPay: (typed: PaymentTyped) => void
  onOther: () => void
}

/** Takes a phone number, and then the code that is sent to it. */
function FreeForm(props: Lines & FormProps) {
  const { types, lines, offer, onOther } = props
  if (areFree(types, lines) && (!offer || offer.lines.length > 0)) return <ProvingForm {...props} />
  return (
    <>
      {offer ? (
        <Notice look="used" role="alert">
          <ShortageReasons offer={offer} />
        </Notice>
      ) : (
        <NotFree />
      )}
      <OtherTickets onOther={onOther} />
    </>
  )
}

function ProvingForm(props: Lines & FormProps) {
  const { offer } = props
  const lines = offer ? offer.lines : props.lines
  const proving = useProving({ ...props, lines })
  const { stage, to, isBusy, faults } = proving
  return (
    <form
      {...proving.formProps}
      method="post"
      action={props.action}
      aria-label="Your tickets"
      className="flex flex-col gap-4"
    >
      {(offer || faults['']) && (
        <Notice look={offer ? 'used' : 'bad'} role="alert">
          {offer && <ShortageReasons offer={offer} />}
          {faults[''] && <p>{faults['']}</p>}
        </Notice>
      )}
      {Object.entries({ ...props.hidden, payBy: 'free' }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {stage === 'known' && <Known phone={to.phoneNumber} onChange={proving.changeNumber} />}
      {stage === 'number' && <NumberField typed={to.phoneNumber} error={faults.phoneNumber} />}
      {stage === 'code' ? (
        <Code proving={proving} />
      ) : (
        <Field
          label="Email (optional)"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX}
          defaultValue={to.email}
          error={faults.email ?? null}
        />
      )}
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Please wait…' : getWords(offer)}
      </Button>
      {stage === 'code' && <OtherWays proving={proving} />}
      {offer && <OtherTickets onOther={props.onOther} />}
    </form>
  )
}

/** Buttons for a buyer without an SMS code: a new code, or another number. */
export function OtherWays({ proving: { askForCode, changeNumber, isBusy } }: { proving: Proving }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <Way value="code" onPress={() => void askForCode()} isBusy={isBusy}>
        Send the code again
      </Way>
      <Way value="number" onPress={changeNumber} isBusy={isBusy}>
        Change number
      </Way>
    </div>
  )
}

/** A button that continues without digits. In a browser without scripts, it posts the form. */
function Way({
  value,
  onPress,
  isBusy,
  children,
}: {
  value: 'code' | 'number'
  onPress: () => void
  isBusy: boolean
  children: string
}) {
  return (
    <button
      type="submit"
      name="again"
      value={value}
      formNoValidate
      className={LONE_LINK}
      disabled={isBusy}
      onClick={(click) => {
        click.preventDefault()
        onPress()
      }}
    >
      {children}
    </button>
  )
}

export function NumberField({ typed, error }: { typed: string; error: string | null | undefined }) {
  return (
    <Field
      label="Phone number"
      name="phoneNumber"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      required
      defaultValue={typed}
      placeholder="0712 345 678"
      hint="We'll send a code to this number, and then your tickets."
      error={error ?? null}
    />
  )
}

export function Known({ phone, onChange }: { phone: string; onChange: () => void }) {
  return (
    <p>
      <span>
        Your tickets go to{' '}
        <b className="whitespace-nowrap" translate="no">
          {maskPhone(normalisePhone(phone) ?? phone)}
        </b>
      </span>{' '}
      ·{' '}
      <button type="button" className={LONE_LINK} onClick={onChange}>
        change
      </button>
    </p>
  )
}

export function Code({ proving: { to, sent, faults, isBusy } }: { proving: Proving }) {
  return (
    <>
      <p role="status">
        <WholeWords text={sent!} />
      </p>
      <input type="hidden" name="phoneNumber" value={to.phoneNumber} />
      <input type="hidden" name="email" value={to.email} />
      <Field
        label="Code from the SMS"
        name="proof"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        required
        readOnly={isBusy}
        placeholder="123456"
        error={faults.proof ?? null}
      />
    </>
  )
}
