import { useEffect, useState } from 'react'
import { PRICE_CHANGED } from '../../../orders/new-order.rules.ts'
import { formatKes, formatKesAndCents } from '../../../platform/values/money.rules.ts'
import { problemText } from '../../../ui/api.ts'
import { randomId } from '../../../ui/random-id.ts'
import { chosenGateId } from '../engine/decide.ts'
import { typeLabel } from '../engine/door-price.ts'
import { BETWEEN_MS, followSale, makeSaleScreen } from '../engine/follow-sale.ts'
import { readSale, type SaleNews, sell } from '../engine/gate-calls.ts'
import { mayBePaid, tellSale } from '../engine/sale-news.ts'
import type { GateSession } from '../engine/session.ts'
import { BigButton, INPUT, Note, Sheet } from './gate-parts.tsx'
import { SaleWaiting } from './sale-waiting.tsx'
import { useDoorSum } from './use-door-sum.ts'

const QUANTITIES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

type DoorSum = ReturnType<typeof useDoorSum>

type Step =
  | { kind: 'form'; problem: string | null }
  | { kind: 'sending' }
  | { kind: 'waiting'; news: SaleNews; cancel: () => void }
  | { kind: 'over'; news: SaleNews }

/** The phone sends the buyer's number to the server and never stores it. */
export function DoorSale({ session }: { session: GateSession }) {
  const sum = useDoorSum(session)
  const [phone, setPhone] = useState('')
  const [nonce, setNonce] = useState(randomId)
  const [step, setStep] = useState<Step>({ kind: 'form', problem: null })
  const [screen] = useState(makeSaleScreen)
  useEffect(() => {
    screen.enter()
    return screen.leave
  }, [screen])

  const sellBy = async (method: 'mpesa' | 'cash') => {
    setStep({ kind: 'sending' })
    const { pairing } = session.state
    const gate_id = chosenGateId(pairing)
    const { typeId, quantity, amount } = sum
    const sale = { ticket_type_id: typeId, quantity, amount, phone, method, nonce, gate_id }
    const answer = await sell(pairing.token, { ...sale, admit: true })
    if (!answer.ok) {
      const problem = problemText(answer, 'No answer yet. Safe to press again.')
      if (answer.amount !== undefined) sum.onChange(answer.amount)
      else if (isUnsettled(answer)) sum.onNoResponse()
      return setStep({ kind: 'form', problem })
    }
    setPhone('')
    setNonce(randomId())
    await follow(answer.data)
  }
  const follow = async (first: SaleNews) => {
    const cancelled = screen.begin()
    const cancel = () => cancelled.abort()
    const onNews = (news: SaleNews) => setStep({ kind: 'waiting', news, cancel })
    if (first.status === 'pending') onNews(first)
    const { signal } = cancelled
    const calls = {
      read: () => readSale(session.state.pairing.token, first.order_id ?? ''),
      pause: () => pauseUnless(signal),
      isCancelled: () => signal.aborted,
      onNews,
    }
    setStep({ kind: 'over', news: await followSale(calls, first) })
  }
  if (step.kind === 'waiting') return <SaleWaiting news={step.news} onCancel={step.cancel} />
  if (step.kind === 'over') {
    const { news } = step
    const next = () => {
      sum.choose()
      setStep({ kind: 'form', problem: null })
    }
    return <SaleOver news={news} onWait={() => void follow(news)} onNext={next} />
  }
  const isSending = step.kind === 'sending'
  const note = sum.isChanged ? PRICE_CHANGED : step.kind === 'form' ? step.problem : null
  const accept = () => {
    sum.accept()
    setStep({ kind: 'form', problem: PRICE_CHANGED })
  }
  const choose = (some: Parameters<typeof sum.choose>[0]) => {
    sum.choose(some)
    setStep({ kind: 'form', problem: null })
  }
  return (
    <Sheet title="Sell at the door">
      <label className="flex flex-col gap-2 font-semibold">
        Ticket
        <select
          className={INPUT}
          disabled={isSending}
          value={sum.typeId}
          onChange={({ target }) => choose({ typeId: target.value })}
        >
          {sum.types.map((type) => (
            <option key={type.id} value={type.id}>
              {typeLabel(type, sum.now)}
            </option>
          ))}
        </select>
      </label>
      <label className="flex flex-col gap-2 font-semibold">
        People
        <select
          className={INPUT}
          disabled={isSending}
          value={sum.quantity}
          onChange={({ target }) => choose({ quantity: Number(target.value) })}
        >
          {QUANTITIES.map((people) => (
            <option key={people}>{people}</option>
          ))}
        </select>
      </label>
      <label className="flex flex-col gap-2 font-semibold">
        Phone number
        <input
          className={INPUT}
          inputMode="tel"
          autoComplete="off"
          value={phone}
          onChange={({ target }) => setPhone(target.value)}
        />
      </label>
      {note && !isSending && <Note>{note}</Note>}
      {isSending && <Note>Selling…</Note>}
      <Sum sum={sum} />
      {sum.isChanged && sum.closed === null ? (
        <BigButton disabled={isSending} onClick={accept}>
          Sell at {formatKes(sum.amount)}
        </BigButton>
      ) : (
        <PayButtons disabled={isSending || sum.closed !== null || !phone.trim()} onPay={sellBy} />
      )}
    </Sheet>
  )
}

function Sum({ sum }: { sum: DoorSum }) {
  const { amount, price, closed } = sum
  if (closed !== null) return <p className="text-lead font-bold">{closed}</p>
  return (
    <div>
      <p className="text-lead font-bold">{formatKes(amount)}</p>
      {price?.step && <p className="text-quiet">{price.step}</p>}
      {price && price.fee > 0 && (
        <p className="text-quiet">includes {formatKesAndCents(price.fee)} service fee</p>
      )}
    </div>
  )
}

function PayButtons(of: { disabled: boolean; onPay: (method: 'mpesa' | 'cash') => Promise<void> }) {
  return (
    <>
      <BigButton disabled={of.disabled} onClick={() => void of.onPay('mpesa')}>
        Send M-PESA prompt
      </BigButton>
      <BigButton look="quiet" disabled={of.disabled} onClick={() => void of.onPay('cash')}>
        Paid in cash
      </BigButton>
    </>
  )
}

/** Whether the sale may have been made although no response arrived. */
const isUnsettled = ({ status }: { status: number }) => status === 0 || status >= 500

function SaleOver(of: { news: SaleNews; onWait: () => void; onNext: () => void }) {
  const { title, note } = tellSale(of.news)
  const wait = (look: 'loud' | 'quiet') => (
    <BigButton look={look} onClick={of.onWait}>
      Keep waiting
    </BigButton>
  )
  const isRisky = mayBePaid(of.news)
  return (
    <Sheet title={title}>
      <Note>{note}</Note>
      {isRisky && wait('loud')}
      {of.news.status === 'pending' && !isRisky && wait('quiet')}
      <BigButton look={isRisky ? 'quiet' : 'loud'} onClick={of.onNext}>
        Next sale
      </BigButton>
    </Sheet>
  )
}

function pauseUnless(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, BETWEEN_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
