// The fields of a line of the access table in routes.ts, and a helper for each kind of line.
import type { Belongings } from './belongings.ts'

export type Call = {
  /** Values for the parameters in the route's path. */
  params?: Record<string, string>
  query?: Record<string, string>
  payload?: unknown
  headers?: Record<string, string>
}

export type Line = {
  /**
   * The callers that may make the call. everyone: all four callers get the same response. accounts:
   * an organizer or an admin, for their own rows. owner: the organizer who owns the ids, or an
   * admin; another organizer gets 404. admins: only admins. gate: only paired phones, tested in
   * checkin/gate-phones.test.ts. operator: only callers on this machine, as in this test;
   * platform/http/operator.test.ts tests callers from elsewhere.
   */
  for: 'everyone' | 'accounts' | 'owner' | 'admins' | 'operator' | 'gate'
  call?: (its: Belongings) => Call
  /** The status for an allowed caller; 200 by default. */
  status?: number
  /**
   * The status for a caller without an account; 401 by default. Set for public routes that show
   * some rows only to their owner.
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
