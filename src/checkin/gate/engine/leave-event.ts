import type { Answer } from '../../../ui/api.ts'
import { type Desk, unsentOf, wipeDesk } from './desk.ts'
import type { Pairing } from './gate-store.ts'
import { pairPhone } from './pair-phone.ts'

/**
 * The phone comes to another event, in its turn: nothing of the old one may be written down after
 * it. Where the code is of no use the phone keeps the event it has. `lost` is how many check-ins
 * that were not sent the steward gave up; where there are more, nothing happens. A phone that the
 * server does not know cannot send them before: they go with it to its event, and are sent there.
 */
export function pairAnew(desk: Desk, code: string, lost = 0): Promise<Answer<Pairing> | 'unsent'> {
  return desk.inTurn(async () => {
    const { rows, isUnknown, pairing } = desk.state
    const unsent = unsentOf(rows)
    if (!isUnknown && unsent.length > lost) return 'unsent'
    const carried = isUnknown ? { eventId: pairing.event.id, rows: unsent } : undefined
    const answer = await pairPhone(desk.store, code, carried)
    if (answer.ok) {
      await endAtServer(desk, unsent.length)
      desk.change({ isOver: true, list: null, rows: [] })
    }
    return answer
  })
}

/** The phone is nobody's again, so that it can be handed on; `lost` as above. */
export function signOff(desk: Desk, lost = 0): Promise<void> {
  return desk.inTurn(async () => {
    const unsent = unsentOf(desk.state.rows).length
    if (unsent > lost || desk.state.isOver) return
    await endAtServer(desk, unsent)
    await wipeDesk(desk)
  })
}

/**
 * Whatever the answer: without a network the phone is free all the same, and the back office shows
 * it as one that was not heard of since.
 */
const endAtServer = (desk: Desk, unsent: number) =>
  desk.calls.signOff(desk.state.pairing.token, unsent)
