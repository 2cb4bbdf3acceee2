import { useEffect, useState } from 'react'
import { problemText } from '../../../ui/api.ts'
import { randomId } from '../../../ui/random-id.ts'
import { chosenGateId } from '../engine/decide.ts'
import { doorPrice } from '../engine/door-price.ts'
import { BETWEEN_MS, followSale, makeSaleScreen } from '../engine/follow-sale.ts'
import { readSale, type SaleNews, sell } from '../engine/gate-calls.ts'
import { mayBePaid, tellSale } from '../engine/sale-news.ts'
import { type GateSession, timeAt } from '../engine/session.ts'
import { BigButton, INPUT, Note, Sheet } from './gate-parts.tsx'
import { SaleWaiting } from './sale-waiting.tsx'
import { useSession } from './use-session.ts'

const QUANTITIES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const shillings = new Intl.NumberFormat('en-KE')

type Step =
  | { kind: 'form'; problem: string | null }
  | { kind: 'sending' }
  | { kind: 'waiting'; news: SaleNews; cancel: () => void }
  | { kind: 'over'; news: SaleNews }

/** The phone sends the buyer's number to the server and never stores it. */
export function DoorSale({ session }: { session: GateSession }) {
  const { event } = useSession(session).pairing
  const [typeId, setTypeId] = useState(event.types[0]?.id ?? '')
  const [quantity, setQuantity] = useState(1)
  const [phone, setPhone] = useState('')
  const [nonce, setNonce] = useState(randomId)
  const [step, setStep] = useState<Step>({ kind: 'form', problem: null })
  const [screen] = useState(makeSaleScreen)
  useEffect(() => {
    screen.enter()
    return screen.leave
  }, [screen])
  const type = event.types.find(({ id }) => id === typeId)
  const amount = type ? doorPrice(type, quantity, timeAt(session)).amount : 0

  const sellBy = async (method: 'mpesa' | 'cash') => {
    setStep({ kind: 'sending' })
    const { pairing } = session.state
    const gate_id = chosenGateId(pairing)
    const sale = { ticket_type_id: typeId, quantity, amount, phone, method, nonce, gate_id }
    const answer = await sell(pairing.token, { ...sale, admit: true })
    if (!answer.ok) {
      const problem = problemText(answer, 'No answer yet. Safe to press again.')
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
    const next = () => setStep({ kind: 'form', problem: null })
    return <SaleOver news={news} onWait={() => void follow(news)} onNext={next} />
  }
  const isSending = step.kind === 'sending'
  return (
    <Sheet title="Sell at the door">
      {step.kind === 'form' && step.problem && <Note>{step.problem}</Note>}
      {isSending && <Note>Selling…</Note>}
      <label className="flex flex-col gap-2 font-semibold">
        Ticket
        <select className={INPUT} value={typeId} onChange={({ target }) => setTypeId(target.value)}>
          {event.types.map(({ id, name, price }) => (
            <option key={id} value={id}>
              {name}, KES {shillings.format(price)}
            </option>
          ))}
        </select>
      </label>
      <label className="flex flex-col gap-2 font-semibold">
        People
        <select
          className={INPUT}
          value={quantity}
          onChange={({ target }) => setQuantity(Number(target.value))}
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
      <p className="text-lead font-bold">KES {shillings.format(amount)}</p>
      <BigButton disabled={isSending || !phone.trim()} onClick={() => void sellBy('mpesa')}>
        Send M-PESA prompt
      </BigButton>
      <BigButton
        look="quiet"
        disabled={isSending || !phone.trim()}
        onClick={() => void sellBy('cash')}
      >
        Paid in cash
      </BigButton>
    </Sheet>
  )
}

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
