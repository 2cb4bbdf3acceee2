// What a line of the table in routes.ts says, and how its kinds are written.
import type { Belongings } from './belongings.ts'

export type Call = {
  /** What stands for `:name` in the route's address. */
  params?: Record<string, string>
  query?: Record<string, string>
  payload?: unknown
  headers?: Record<string, string>
}

export type Line = {
  /**
   * everyone: the same answer for all four, signed in or not.
   * accounts: an organizer or an admin; the answer is about what is theirs.
   * owner: the organizer to whom the ids belong, or an admin; 404 for another organizer.
   * admins: an admin alone.
   * gate: a paired phone alone; checkin/gate-phones.test.ts has those.
   * operator: whoever calls from this machine, as all calls here do; platform/http/operator.test.ts has
   * those from elsewhere.
   */
  for: 'everyone' | 'accounts' | 'owner' | 'admins' | 'operator' | 'gate'
  call?: (its: Belongings) => Call
  /** The answer to whoever may; 200 where it is absent. */
  status?: number
  /** What nobody gets where it is not 401: a public address that shows its owner more. */
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
