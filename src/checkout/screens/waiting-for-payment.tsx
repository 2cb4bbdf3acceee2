import { useEffect, useRef } from 'react'
import { formatKes } from '../../platform/values/money.rules.ts'
import { unbroken } from '../../platform/values/phone.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { SecondsRing } from '../../ui/seconds-ring.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { OrderPhase, PendingOrder } from '../checkout.contract.ts'
import { PROMPT_SECONDS } from '../order-wait.rules.ts'
import { OtherNumber, type OtherNumberProps } from './other-number.tsx'
import { PayByPaybill } from './pay-by-paybill.tsx'
import { PhonePrompt } from './phone-prompt.tsx'
import { PromptInstead } from './prompt-instead.tsx'

type WaitingProps = {
  order: PendingOrder
  offline: boolean
  /** The partly masked number of the phone that pays. */
  maskedPhone: string
  amountKes: number | null
  /** State of the page on which a buyer without scripts enters another number. */
  number?: Pick<OtherNumberProps, 'opened' | 'failed'>
  onNumber?: OtherNumberProps['onNumber']
}

export function WaitingForPayment(props: WaitingProps) {
  const { order, offline, maskedPhone, amountKes } = props
  const box = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    showWhole(box.current!)
  }, [])
  const left = useCountdown(order, order.seconds_left)
  const otherIn = useCountdown(order, order.other_phone_in)
  // The time of the prompt is over, even if the server has not reported this yet.
  const phase = order.phase === 'prompted' && left === 0 ? 'checking' : order.phase
  const phone = maskedPhone ? unbroken(maskedPhone) : 'your phone'
  const { next_phone: next } = order
  const message =
    amountKes === 0
      ? ON_THEIR_WAY
      : next
        ? nextMessage(next, phone, phase === 'prompted')
        : phaseMessage(phase, phone, order.paybill?.wallet)
  // If a prompt to another number is queued, the buyer must not answer the open prompt.
  const isPrompted = phase === 'prompted' && !next
  return (
    <div ref={box} className="flex scroll-mt-4 flex-col gap-4 text-center">
      {offline && (
        <Notice look="used" role="status">
          No connection. Your order is safe; trying again…
        </Notice>
      )}
      {phase !== 'by_hand' && amountKes !== 0 && (
        <div className="flex flex-wrap items-center justify-center gap-3 rounded-card bg-accent-soft p-3 sm:gap-6 sm:p-6">
          <PhonePrompt shown={isPrompted} amountKes={amountKes} prompt={order.prompt} />
          {phase === 'prompted' && left !== null ? (
            <SecondsRing left={left} of={PROMPT_SECONDS} track="stroke-white" />
          ) : (
            <Dots />
          )}
        </div>
      )}
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className="text-lead font-bold tracking-tight">
          <WholeWords text={message.heading} />
        </h2>
        <p className="mt-1">
          <WholeWords text={message.text} />
        </p>
        {isPrompted && (
          <p className="sr-only">
            The prompt is from {order.prompt.business}, account {order.prompt.account}.
          </p>
        )}
      </div>
      {order.paybill && order.pay_until && (
        <PayByPaybill
          paybill={order.paybill}
          until={order.pay_until}
          when={phase === 'by_hand' ? 'start' : 'silent'}
        />
      )}
      {/* No prompt reaches a line of the other network whose wallet pays. */}
      {phase === 'by_hand' && order.paybill && !order.paybill.wallet && (
        <PromptInstead orderId={order.order_id} phone={phone} failed={props.number?.failed} />
      )}
      {amountKes !== null && amountKes > 0 && phase !== 'by_hand' && (
        <p className="flex justify-between border-t border-line pt-3 font-bold tabular-nums">
          <span>Total</span>
          <span translate="no">{formatKes(amountKes)}</span>
        </p>
      )}
      {(otherIn === 0 || props.number?.opened) && (
        <OtherNumber orderId={order.order_id} {...props.number} onNumber={props.onNumber} />
      )}
    </div>
  )
}

/** Scrolls the element to the middle of the screen, or to its upper edge if it is too tall. */
function showWhole(element: HTMLElement): void {
  element.scrollIntoView({ block: element.offsetHeight > innerHeight ? 'start' : 'center' })
}

type Message = { heading: string; text: string }

/** The message of a free order, which only waits for its tickets. */
const ON_THEIR_WAY: Message = {
  heading: 'Your tickets are on their way.',
  text: 'This page updates automatically.',
}

function nextMessage(next: string, phone: string, isOut: boolean): Message {
  const meanwhile = isOut
    ? `The prompt on ${phone} can't be withdrawn. Cancel it there or let it expire; then`
    : `We are checking with M-PESA whether the prompt on ${phone} was paid. Do not pay again. If it was not,`
  return {
    heading: `Next prompt goes to ${next}`,
    text: `${meanwhile} we prompt ${next}. Your tickets go to ${next}.`,
  }
}

function phaseMessage(phase: OrderPhase, phone: string, wallet?: string): Message {
  switch (phase) {
    case 'by_hand':
      return {
        heading: wallet ? `Pay from ${wallet}` : 'Pay with M-PESA',
        text: 'This page updates automatically when M-PESA confirms your payment.',
      }
    case 'in_line':
      return {
        heading: 'In the queue',
        text: `We're holding your tickets. The M-PESA prompt will be on ${phone} in a moment.`,
      }
    case 'prompted':
      return {
        heading: `Enter your M-PESA PIN on ${phone}`,
        text: 'Unlock that phone, check the amount and enter your PIN. This page updates automatically.',
      }
    case 'checking':
      return {
        heading: 'Checking your payment',
        text: 'We are checking with M-PESA whether you have paid. Do not pay again. This page updates automatically.',
      }
    case 'confirming':
      return {
        heading: 'Still confirming',
        text: 'We are still confirming your payment. Do not pay again.',
      }
    case 'issuing':
      return { heading: 'Payment received', text: "We're preparing your tickets." }
  }
}

function Dots() {
  return (
    <div aria-hidden="true" className="flex gap-2">
      {[0, 200, 400].map((delay) => (
        <span
          key={delay}
          style={{ animationDelay: `${delay}ms` }}
          className="size-3 animate-pulse rounded-full bg-accent"
        />
      ))}
    </div>
  )
}
