import type { Answer } from '../../../ui/api.ts'
import { type Desk, unsentOf, wipeDesk } from './desk.ts'
import type { Pairing } from './gate-store.ts'
import { pairPhone } from './pair-phone.ts'

/**
 * Moves the phone to another event. It runs in its turn, so nothing of the old event is saved after
 * it. If the code cannot be used, the phone keeps its event. `lost` is the number of unsent
 * check-ins that the steward agreed to lose. If there are more, nothing happens. A phone that the
 * server does not know cannot send them first: they go with the phone and are sent from its new
 * pairing.
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
 * The answer does not matter: without a network the phone is free too, and the back office shows it
 * as a phone that has not been heard of since.
 */
const endAtServer = (desk: Desk, unsent: number) =>
  desk.calls.signOff(desk.state.pairing.token, unsent)
