/** Whose turns all processes take together. */
export const SMS_TURN = 'sms'

/** So that each look finds several that may go, and few are looked at in vain. */
const LOOK_MS = 250

/** After so long somebody may go again, where so many a second may. */
export function msToNextTurn(perSecond: number): number {
  return Math.max(LOOK_MS, Math.ceil(1000 / perSecond))
}
