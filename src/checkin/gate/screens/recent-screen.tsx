import { useState } from 'react'
import { formatTicketNumber } from '../../../tickets/number.rules.ts'
import { conflictText } from '../../gate-text.rules.ts'
import { type CheckInOutcome, isTyped } from '../engine/decide.ts'
import type { Row } from '../engine/gate-store.ts'
import type { GateSession } from '../engine/session.ts'
import { Note, Sheet } from './gate-parts.tsx'
import { LastResult } from './last-result.tsx'
import { clockTime } from './looks.ts'
import { useSession } from './use-session.ts'

const MOST = 30

/** The decisions of this phone, newest first. Each has an undo button while an undo is possible. */
export function RecentScreen({ session }: { session: GateSession }) {
  const rows = useSession(session).rows.filter(({ decision }) => decision !== null)
  const [undone, setUndone] = useState<CheckInOutcome | null>(null)
  const newest = rows.slice(-MOST).reverse()
  return (
    <Sheet title="Recent scans">
      {undone && <LastResult session={session} outcome={undone} onUndone={setUndone} />}
      {newest.length === 0 && <Note>No check-ins on this phone yet.</Note>}
      <ol className="flex flex-col gap-2">
        {newest.map((row) => (
          <li key={row.seq} className="flex flex-col">
            <p className="font-mono">
              {clockTime(row.decision!.timestamp)} {formatTicketNumber(row.decision!.ticket_number)}
            </p>
            <LastResult session={session} outcome={outcomeOf(row)} onUndone={setUndone} />
            {row.decision!.conflict && (
              <p className="bg-before px-4 py-1 font-semibold text-dark">
                {conflictText(row.found)}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Sheet>
  )
}

function outcomeOf({ decision, request, moved, byProof, seq }: Row): CheckInOutcome {
  const isAlone = request.offline ?? false
  const how = { isAlone, byProof, isTyped: isTyped(request) }
  return { kind: 'decided', decision: decision!, moved, ...how, seq: seq ?? 0 }
}
