import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Membership } from './platform.contract.ts'

/**
 * The signed-in account, as a parameter of the back office's statements: an organizer sees their
 * own rows and the rows of `memberships`, an admin sees all rows.
 */
export type Viewer = {
  accountId: string
  role: 'organizer' | 'admin'
  /** Whether a second factor was checked when the account signed in. */
  hasFactor?: boolean
  /**
   * The account's memberships in other organizations. In a route, only the memberships that give
   * the route's right. Absent if there are none.
   */
  memberships?: readonly Membership[]
  /**
   * The memberships that do not give the route's right. They may give other rights (`rightsOver`).
   */
  lacking?: readonly Membership[]
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Null for an anonymous caller; routes with access `organizer` or `admin` always have a viewer.
     */
    viewer: Viewer | null
  }
}

/**
 * Returns the viewer of a call that requires a viewer. Throws `unauthorized` if the caller is not
 * signed in.
 */
export function viewerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new AppError('unauthorized')
  return request.viewer
}
