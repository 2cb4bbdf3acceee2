import type { Answer } from '../../../ui/api.ts'
import type { Pairing } from './gate-store.ts'
import { pairPhone } from './pair-phone.ts'
import { type GateSession, unsentOf, wipeSession } from './session.ts'

/**
 * Pairs the phone with another event after the work in progress, so that nothing of the old event
 * is stored afterwards. With an invalid code the phone keeps its event. `lost` is the number of
 * unsent check-ins that the steward agreed to lose; if more are unsent, nothing happens. A phone
 * that the server does not know cannot upload first: its rows are kept if the new code is for the
 * same event.
 */
export function pairAnew(
  session: GateSession,
  code: string,
  lost = 0,
): Promise<Answer<Pairing> | 'unsent'> {
  return session.inTurn(async () => {
    const { rows, isUnknown, pairing } = session.state
    const unsent = unsentOf(rows)
    if (!isUnknown && unsent.length > lost) return 'unsent'
    const carried = isUnknown ? { eventId: pairing.event.id, rows: unsent } : undefined
    const answer = await pairPhone(session.store, code, carried)
    if (answer.ok) {
      await endAtServer(session, unsent.length)
      session.change({ isOver: true, list: null, rows: [] })
    }
    return answer
  })
}

/** Removes the phone from its event, so that another steward can use it. `lost` as in pairAnew. */
export function signOff(session: GateSession, lost = 0): Promise<void> {
  return session.inTurn(async () => {
    const unsent = unsentOf(session.state.rows).length
    if (unsent > lost || session.state.isOver) return
    await endAtServer(session, unsent)
    await wipeSession(session)
  })
}

/**
 * Signs off at the server. The response does not matter: an offline phone is freed too, and the
 * back office then shows it as silent.
 */
const endAtServer = (session: GateSession, unsent: number) =>
  session.calls.signOff(session.state.pairing.token, unsent)
