import { useEffect, useState } from 'react'
import { type CheckInOutcome, decide, mostOn, type Wish } from '../engine/decide.ts'
import type { GateSession } from '../engine/session.ts'
import { readShown, type ShownNumber } from '../engine/shown-number.ts'
import { giveSignal } from './feedback.ts'
import { lookOf } from './result-look.ts'

/** The time in ms for which a result is shown. It is short, because the next holder is waiting. */
const SHOWN_MS = 1500

type Step =
  | { kind: 'ready' }
  | { kind: 'asking'; shown: ShownNumber }
  | { kind: 'how_many'; shown: ShownNumber; wish: Wish; most: number }
  | { kind: 'twice'; shown: ShownNumber; wish: Wish; outcome: CheckInOutcome }
  | { kind: 'result'; outcome: CheckInOutcome }

/** The steps from a scanned or typed number to its result, with the questions in between. */
export function useDeciding(session: GateSession) {
  const [step, setStep] = useState<Step>({ kind: 'ready' })
  const [last, setLast] = useState<CheckInOutcome | null>(null)
  const close = () => setStep({ kind: 'ready' })

  const ask = async (shown: ShownNumber, wish: Wish) => {
    setStep({ kind: 'asking', shown })
    const outcome = await decide(session, shown, wish)
    giveSignal(lookOf(outcome).signal)
    setLast(outcome)
    const { result = null, left = null } = outcome.kind === 'decided' ? outcome.decision : {}
    if (result === 'too_early') return setStep({ kind: 'twice', shown, wish, outcome })
    if (result === 'too_many' && left) return setStep({ kind: 'how_many', shown, wish, most: left })
    setStep({ kind: 'result', outcome })
  }

  const take = async (text: string, wish: Wish): Promise<boolean> => {
    const shown = readShown(text)
    if (!shown) return false
    const most = await mostOn(session, shown, wish)
    if (most > 1) {
      giveSignal('ask')
      setStep({ kind: 'how_many', shown, wish, most })
    } else {
      // `admits` is required here: without it the server would admit all people left on the ticket.
      await ask(shown, { ...wish, admits: 1 })
    }
    return true
  }

  useEffect(() => {
    if (step.kind !== 'result') return
    const timer = setTimeout(() => setStep({ kind: 'ready' }), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [step])

  return { step, last, take, ask, close, forgetLast: () => setLast(null) }
}

export type Deciding = ReturnType<typeof useDeciding>
