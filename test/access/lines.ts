// The fields of a line of the access table in routes.ts, and a helper for each kind of line.
import type { Belongings } from './belongings.ts'

export type Call = {
  /** Values for the parameters of the route's address. */
  params?: Record<string, string>
  query?: Record<string, string>
  payload?: unknown
  headers?: Record<string, string>
}

export type Line = {
  /**
   * everyone: the same response for all four callers. accounts: an organizer or an admin, for their
   * own rows. owner: the organizer who owns the ids, or an admin; 404 for another organizer.
   * admins: admins only. gate: paired phones only; checkin/gate-phones.test.ts tests those.
   * operator: callers on this machine, like all callers here; platform/http/operator.test.ts tests
   * others.
   */
  for: 'everyone' | 'accounts' | 'owner' | 'admins' | 'operator' | 'gate'
  call?: (its: Belongings) => Call
  /** The status for an allowed caller; 200 by default. */
  status?: number
  /**
   * The status for other callers if it is not 401: some public addresses show more to the owner.
   */
  nobody?: number
}

export const everyone = (call?: Line['call'], status = 200): Line => ({
  for: 'everyone',
  ...(call && { call }),
  status,
})

export const accounts = (call?: Line['call']): Line => ({ for: 'accounts', ...(call && { call }) })
export const owner = (call: Line['call']): Line => ({ for: 'owner', call })

export const admins = (call?: Line['call'], status = 200): Line => ({
  for: 'admins',
  ...(call && { call }),
  status,
})
