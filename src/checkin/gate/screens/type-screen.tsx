import { type FormEvent, useState } from 'react'
import { foursOf } from '../../../tickets/number.rules.ts'
import type { GateSession } from '../engine/session.ts'
import { readShown } from '../engine/shown-number.ts'
import { DecisionSteps } from './decision-steps.tsx'
import { useDirection } from './direction.tsx'
import { BigButton, INPUT, Sheet } from './gate-parts.tsx'
import { useDeciding } from './use-deciding.ts'

/** Typing a number: ten symbols are enough for a listed ticket. */
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
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isTaken = await deciding.take(typed, { validation_type: 'manual', ...direction.kind })
    if (isTaken) setTyped('')
  }
  return (
    <Sheet title="Type a number">
      <form onSubmit={submit} className="flex flex-col gap-4">
        {direction.choice}
        <label className="flex flex-col gap-2 font-semibold">
          Ticket number
          <input
            className={`${INPUT} font-mono uppercase`}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-describedby="type-hint"
          />
        </label>
        <p id="type-hint" className="text-quiet">
          {shown ? foursOf(shown.number).join(' ') : 'All 16 symbols, or the first 10.'}
        </p>
        <BigButton type="submit" disabled={!shown || deciding.step.kind !== 'ready'}>
          {direction.isOut ? 'Check out' : 'Check in'}
        </BigButton>
        {!shown && typed.trim().length >= 4 && (
          <BigButton look="quiet" onClick={() => onFind(typed)}>
            Look up what was typed
          </BigButton>
        )}
      </form>
      <DecisionSteps deciding={deciding} />
    </Sheet>
  )
}
