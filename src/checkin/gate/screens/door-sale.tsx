import { useState } from 'react'
import { wordsOf } from '../../../ui/api.ts'
import { randomId } from '../../../ui/random-id.ts'
import { chosenGateId } from '../engine/decide.ts'
import { readSale, type SaleNews, sell } from '../engine/gate-calls.ts'
import { tellSale } from '../engine/sale-news.ts'
import type { GateSession } from '../engine/session.ts'
import { BigButton, INPUT, Note, Sheet } from './gate-parts.tsx'
import { useSession } from './use-session.ts'

const QUANTITIES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const shillings = new Intl.NumberFormat('en-KE')

type Step =
  | { kind: 'form'; problem: string | null }
  | { kind: 'waiting'; words: string }
  | { kind: 'over'; title: string; words: string }

/** The door sale. The buyer's phone number is sent and never stored on this phone. */
export function DoorSale({ session }: { session: GateSession }) {
  const { event } = useSession(session).pairing
  const [typeId, setTypeId] = useState(event.types[0]?.id ?? '')
  const [quantity, setQuantity] = useState(1)
  const [phone, setPhone] = useState('')
  const [nonce, setNonce] = useState(randomId)
  const [step, setStep] = useState<Step>({ kind: 'form', problem: null })
  const type = event.types.find(({ id }) => id === typeId)

  const sellBy = async (method: 'mpesa' | 'cash') => {
    const isCash = method === 'cash'
    setStep({ kind: 'waiting', words: isCash ? 'Selling…' : 'Waiting for the buyer’s PIN…' })
    const { pairing } = session.state
    const { token } = pairing
    const gate_id = chosenGateId(pairing)
    const asked = { ticket_type_id: typeId, quantity, phone, method, nonce, admit: true, gate_id }
    const answer = await sell(token, asked)
    if (!answer.ok) {
      const problem = wordsOf(answer, 'No answer yet. Safe to press again.')
      return setStep({ kind: 'form', problem })
    }
    setPhone('')
    setNonce(randomId())
    setStep({ kind: 'over', ...tellSale(await followSale(token, answer.data)) })
  }
  if (step.kind === 'over') {
    return (
      <Sheet title={step.title}>
        <Note>{step.words}</Note>
        <BigButton onClick={() => setStep({ kind: 'form', problem: null })}>Next sale</BigButton>
      </Sheet>
    )
  }
  return (
    <Sheet title="Sell at the door">
      {step.kind === 'form' && step.problem && <Note>{step.problem}</Note>}
      {step.kind === 'waiting' && <Note>{step.words}</Note>}
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
      <p className="text-lead font-bold">
        KES {shillings.format(Math.ceil((type?.price ?? 0) * quantity))}
      </p>
      <BigButton
        disabled={step.kind === 'waiting' || !phone.trim()}
        onClick={() => void sellBy('mpesa')}
      >
        Send M-PESA prompt
      </BigButton>
      <BigButton
        look="quiet"
        disabled={step.kind === 'waiting' || !phone.trim()}
        onClick={() => void sellBy('cash')}
      >
        Paid in cash
      </BigButton>
    </Sheet>
  )
}

const BETWEEN_MS = 2000
/** The most polls: together they last slightly longer than a prompt. */
const MOST_LOOKS = 60

/** Polls a sale until it is settled or MOST_LOOKS is reached. Returns its last state. */
async function followSale(token: string, first: SaleNews): Promise<SaleNews> {
  let news = first
  for (let looks = 0; news.status === 'pending' && looks < MOST_LOOKS; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
    const answer = await readSale(token, news.order_id ?? '')
    if (answer.ok) news = { ...answer.data, order_id: news.order_id }
  }
  return news
}
