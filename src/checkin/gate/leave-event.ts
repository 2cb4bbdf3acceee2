import type { Answer } from '../../ui/api.ts'
import { type Desk, unsentOf, wipeDesk } from './desk.ts'
import type { Pairing } from './gate-store.ts'
import { pairPhone } from './pair-phone.ts'

/**
 * The phone comes to another event, in its turn: nothing of the old one may be written down after
 * it. Where the code is of no use the phone keeps the event it has. `lost` is how many check-ins
 * that were not sent the steward gave up; where there are more, nothing happens.
 */
export function pairAnew(desk: Desk, code: string, lost = 0): Promise<Answer<Pairing> | 'unsent'> {
  return desk.inTurn(async () => {
    if (unsentOf(desk.state.rows).length > lost) return 'unsent'
    const answer = await pairPhone(desk.store, code)
    if (answer.ok) desk.change({ isOver: true, list: null, rows: [] })
    return answer
  })
}

/** The phone is nobody's again, so that it can be handed on; `lost` as above. */
export function signOff(desk: Desk, lost = 0): Promise<void> {
  return desk.inTurn(async () => {
    if (unsentOf(desk.state.rows).length <= lost) await wipeDesk(desk)
  })
}
