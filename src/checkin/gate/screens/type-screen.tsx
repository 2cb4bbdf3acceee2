import { type KeyboardEvent, useRef, useState } from 'react'
import { foursOf } from '../../../tickets/number.rules.ts'
import { useHandScanner } from '../camera/use-hand-scanner.ts'
import { redeemsHere } from '../engine/gates.ts'
import type { GateSession } from '../engine/session.ts'
import { readShown } from '../engine/shown-number.ts'
import { DecisionSteps } from './decision-steps.tsx'
import { useDirection } from './direction.tsx'
import { BigButton, INPUT, Sheet } from './gate-parts.tsx'
import { useDeciding } from './use-deciding.ts'

/** A hand scanner types a whole number within this time, in ms. A steward takes longer. */
const SCANNER_MS = 1000

/** The screen for typing a number. Ten symbols are enough for a listed ticket. */
export function TypeScreen({
  session,
  onFind,
}: {
  session: GateSession
  onFind: (typed: string) => void
}) {
  const deciding = useDeciding(session)
  const [typed, setTyped] = useState('')
  const direction = useDirection(session)
  const shown = readShown(typed)
  const take = async (text: string) => {
    // Only a hand scanner enters an address, which contains slashes.
    const validation_type = text.includes('/') ? 'scan' : 'manual'
    await deciding.take(text, { validation_type, ...direction.kind })
  }
  const add = useHandScanner({ isBusy: deciding.step.kind !== 'ready', onCode: take })
  const submit = (text: string) => {
    add(text)
    setTyped('')
  }
  const change = (text: string) => {
    // An address in the field comes from a hand scanner, because stewards type only numbers.
    const isScanned = text.includes('/') && readShown(text)?.isWhole
    if (isScanned) submit(text)
    else setTyped(text)
  }
  const startedAt = useRef(0)
  // Some hand scanners end a code with Tab. If a whole number was typed so fast that it comes from
  // a scanner, submit it; otherwise Tab moves the focus.
  const press = (event: KeyboardEvent) => {
    if (typed === '') startedAt.current = Date.now()
    const isFast = Date.now() - startedAt.current < SCANNER_MS
    if (event.key !== 'Tab' || !shown?.isWhole || !isFast) return
    event.preventDefault()
    submit(typed)
  }
  return (
    <Sheet title="Type a number">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit(typed)
        }}
        className="flex flex-col gap-4"
      >
        {direction.choice}
        <label className="flex flex-col gap-2 font-semibold">
          Ticket number
          <input
            className={`${INPUT} font-mono uppercase`}
            value={typed}
            onChange={({ target }) => change(target.value)}
            onKeyDown={press}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-describedby="type-hint"
          />
        </label>
        <p id="type-hint" className="text-quiet">
          {shown ? foursOf(shown.number).join(' ') : 'All 16 characters, or the first 10.'}
        </p>
        <BigButton type="submit" disabled={!shown}>
          {redeemsHere(session.state.pairing)
            ? 'Redeem'
            : direction.isOut
              ? 'Check out'
              : 'Check in'}
        </BigButton>
        {!shown && typed.trim().length >= 4 && (
          <BigButton look="quiet" onClick={() => onFind(typed)}>
            Look up what you typed
          </BigButton>
        )}
      </form>
      <DecisionSteps deciding={deciding} />
    </Sheet>
  )
}
