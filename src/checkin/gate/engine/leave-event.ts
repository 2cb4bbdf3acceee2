import type { Answer } from '../../../ui/api.ts'
import type { Pairing } from './gate-store.ts'
import { pairPhone } from './pair-phone.ts'
import { type GateSession, unsentOf, wipeSession } from './session.ts'

/**
 * Pairs the phone with another event. Waits for the work in progress, so that no data of the old
 * event is stored afterwards. If the code is invalid, the phone stays with its event. `lost` is the
 * number of unsent check-ins that the steward agreed to lose; if more are unsent, returns 'unsent'
 * and changes nothing. A phone that the server does not know cannot upload its unsent rows first,
 * so the rows are kept if the new code is for the same event.
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

/** Ends the phone's access and deletes its data, unless more than `lost` check-ins are unsent. */
export function signOff(session: GateSession, lost = 0): Promise<void> {
  return session.inTurn(async () => {
    const unsent = unsentOf(session.state.rows).length
    if (unsent > lost || session.state.isOver) return
    await endAtServer(session, unsent)
    await wipeSession(session)
  })
}

/** The response is ignored: even an offline phone leaves its event. */
const endAtServer = (session: GateSession, unsent: number) =>
  session.calls.signOff(session.state.pairing.token, unsent)
