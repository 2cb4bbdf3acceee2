import { useEffect, useState } from 'react'
import { PRICE_CHANGED } from '../../../orders/new-order.rules.ts'
import { randomId } from '../../../ui/random-id.ts'
import { chosenGateId } from '../engine/decide.ts'
import { BETWEEN_MS, followSale, makeSaleScreen } from '../engine/follow-sale.ts'
import { readSale, type SaleMethod, type SaleNews, sell } from '../engine/gate-calls.ts'
import { mayBePaid, refusalText, tellSale } from '../engine/sale-news.ts'
import type { GateSession } from '../engine/session.ts'
import { DoorSaleForm } from './door-sale-form.tsx'
import { BigButton, Note, Sheet } from './gate-parts.tsx'
import { SaleWaiting } from './sale-waiting.tsx'
import { useDoorSum } from './use-door-sum.ts'

type Step =
  | { kind: 'form'; problem: string | null }
  | { kind: 'sending'; note: string }
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

  const send = async (method: SaleMethod, amount?: number) => {
    const { pairing } = session.state
    const { typeId, quantity, chosen, isCoded, code } = sum
    return await sell(pairing.token, {
      ...{ ticket_type_id: typeId, quantity, phone, method, nonce },
      admit: sum.dayNote === null,
      ...(amount !== undefined && { amount }),
      ...(chosen !== null && { price: chosen }),
      ...(isCoded && code !== null && { promo_code: code }),
      gate_id: chosenGateId(pairing),
    })
  }
  const sellBy = async (method: SaleMethod) => {
    setStep({ kind: 'sending', note: 'Selling…' })
    const answer = await send(method, sum.amount)
    if (answer.ok) return await complete(answer.data)
    if (answer.amount !== undefined) sum.onChange(answer.amount)
    else if (isUnsettled(answer)) sum.onNoResponse()
    setStep({ kind: 'form', problem: refusalText(answer) })
  }
  const checkCode = async () => {
    setStep({ kind: 'sending', note: 'Checking the code…' })
    const answer = await send('cash')
    // The sale was made by an earlier request, whose response was lost.
    if (answer.ok) return await complete(answer.data)
    if (answer.amount !== undefined) sum.onChecked(answer.amount)
    setStep({ kind: 'form', problem: answer.amount === undefined ? refusalText(answer) : null })
  }
  const complete = async (news: SaleNews) => {
    setPhone('')
    setNonce(randomId())
    await follow(news)
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
  const choose: typeof sum.choose = (some) => {
    sum.choose(some)
    setStep({ kind: 'form', problem: null })
  }
  const accept = () => {
    sum.accept()
    setStep({ kind: 'form', problem: PRICE_CHANGED })
  }
  if (step.kind === 'waiting') return <SaleWaiting news={step.news} onCancel={step.cancel} />
  if (step.kind === 'over') {
    const { news } = step
    // Keeps the type only: the next buyer has another code and chooses another price.
    const next = () => choose({ typeId: sum.typeId, code: null })
    return (
      <SaleOver news={news} dayNote={sum.dayNote} onWait={() => void follow(news)} onNext={next} />
    )
  }
  const isSending = step.kind === 'sending'
  const changed = sum.isChanged ? PRICE_CHANGED : null
  return (
    <DoorSaleForm
      sum={sum}
      onChoose={choose}
      phone={phone}
      onPhone={setPhone}
      isSending={isSending}
      note={isSending ? step.note : (changed ?? step.problem)}
      onAccept={accept}
      onCheck={() => void checkCode()}
      onPay={(method) => void sellBy(method)}
    />
  )
}

/** Whether the sale may have been made although no response arrived. */
const isUnsettled = ({ status }: { status: number }) => status === 0 || status >= 500

type Over = { news: SaleNews; dayNote: string | null; onWait: () => void; onNext: () => void }

function SaleOver(of: Over) {
  const { title, note } = tellSale(of.news, of.dayNote)
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
