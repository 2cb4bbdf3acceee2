import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { EventReply } from '../../events/events.contract.ts'
import { optionalEmailFault } from '../../platform/values/email-address.rules.ts'
import { phoneFault } from '../../platform/values/phone.rules.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import type { ChosenLine } from '../choice.rules.ts'
import { PAYMENT_FAILED, type PaymentTyped, type Refused } from '../purchase.rules.ts'
import { requestCode } from './free-code.ts'
import { knownPhone } from './kept-purchase.ts'
import { forgetProven, keepProven, provenPhone } from './proven-phone.ts'

type ProvingProps = {
  event: EventReply
  lines: readonly ChosenLine[]
  typed: PaymentTyped
  /** True while the page sends the order. */
  busy: boolean
  problem: string | null
  refused: Refused | undefined
  onPay: (typed: PaymentTyped) => void
}

type Fault = { field?: string; text: string }

const SIX_DIGITS = 'Enter the 6 digits from the SMS.'

/** The element of each stage that takes the focus. */
const FIRST = { known: '[type=submit]', code: '[name=proof]', number: '[name=phoneNumber]' }

export type Proving = ReturnType<typeof useProving>

/**
 * Proves the buyer's phone and sends the order. Stages: 'number' requests a code, 'code' takes its
 * digits, and in 'known' this browser has proved a phone before.
 */
export function useProving(props: ProvingProps) {
  const { event, lines, typed, refused, onPay } = props
  const hydrated = useHydrated()
  const { revalidate } = useRevalidator()
  const [kept, setKept] = useState(() => (hydrated ? provenPhone(event.id) : null))
  const [to, setTo] = useState(() => {
    const known = kept?.phoneNumber || typed.phoneNumber || (hydrated && knownPhone())
    return { phoneNumber: known || '', email: typed.email }
  })
  const [sent, setSent] = useState(typed.codeSent ?? null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [isAsking, setAsking] = useState(false)
  const isBusy = props.busy || isAsking
  const stage = kept ? 'known' : sent !== null ? 'code' : 'number'
  const form = useFirstFocus(stage)

  async function askForCode(now = to) {
    setFault(null)
    setAsking(true)
    const answer = await requestCode({ event, lines: [...lines], typed: { ...now, payBy: 'free' } })
    setAsking(false)
    if (answer.message !== undefined) return setSent(answer.message)
    setFault(answer)
    // The tickets may be gone, or their price has changed.
    if (!answer.field) void revalidate()
  }

  // The code of a phone that was proved before may no longer be valid. The buyer gets a new code.
  const onWrongProof = useEffectEvent(() => {
    forgetProven(event.id)
    setKept(null)
    if (kept) void askForCode()
  })
  useEffect(() => {
    if (refused?.isWrongProof) onWrongProof()
  }, [refused])

  function onSubmit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    if (isBusy) return
    const text = readFields(submitted.currentTarget)
    const now = { phoneNumber: text('phoneNumber') || to.phoneNumber, email: text('email') }
    const found = faultOf(now)
    if (found) return setFault(found)
    setFault(null)
    setTo(now)
    if (stage === 'number') return void askForCode(now)
    const proof = kept?.proof ?? text('proof').replace(/\D/g, '')
    if (proof.length !== 6) return setFault({ field: 'proof', text: SIX_DIGITS })
    if (!kept) keepProven({ eventId: event.id, phoneNumber: now.phoneNumber, proof })
    onPay({ ...now, payBy: 'free', proof })
  }

  function changeNumber() {
    forgetProven(event.id)
    setKept(null)
    setSent(null)
    setFault(null)
  }

  return {
    ...{ stage, to, sent, isBusy, askForCode, changeNumber },
    /** Reads the proven phone again, after the buyer's code was checked before the sale. */
    recall: () => setKept(provenPhone(event.id)),
    faults: faultsOf(stage, fault, isBusy ? { ...props, problem: null } : props),
    formProps: { ref: form, onSubmit, noValidate: hydrated },
  } as const
}

function readFields(form: HTMLFormElement): (name: string) => string {
  const fields = new FormData(form)
  return (name) => String(fields.get(name) ?? '').trim()
}

/** The ref of the form. In each stage, the stage's first field takes the focus. */
function useFirstFocus(stage: keyof typeof FIRST) {
  const form = useRef<HTMLFormElement>(null)
  // A form that was on the page from the start must not take the focus.
  const isOpened = useRef(useHydrated())
  useEffect(() => {
    if (isOpened.current) form.current?.querySelector<HTMLElement>(FIRST[stage])?.focus()
  }, [stage])
  return form
}

function faultOf({ phoneNumber, email }: { phoneNumber: string; email: string }): Fault | null {
  const wrong = phoneFault(phoneNumber)
  if (wrong) return { field: 'phoneNumber', text: wrong }
  const wrongEmail = optionalEmailFault(email)
  return wrongEmail ? { field: 'email', text: wrongEmail } : null
}

/** The faults by field. The key '' is for a fault that belongs to no field. */
function faultsOf(
  stage: 'known' | 'code' | 'number',
  fault: Fault | null,
  { problem, refused }: Pick<ProvingProps, 'problem' | 'refused'>,
): Record<string, string | null> {
  if (fault) return { [fault.field ?? '']: fault.text }
  if (stage === 'code' && refused?.isWrongProof) return { proof: problem }
  return { '': problem === PAYMENT_FAILED ? 'No connection. Please try again.' : problem }
}
