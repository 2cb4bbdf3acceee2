import type { FastifyRequest } from 'fastify'
import type { Db } from '../database/db.ts'
import { AppError } from '../errors.ts'
import type { Membership } from './platform.contract.ts'

/**
 * The signed-in account, as a parameter of the back office's statements: an organizer sees their
 * own rows and the rows of `memberships`, an admin sees all rows.
 */
export type Viewer = {
  accountId: string
  role: 'organizer' | 'admin'
  hasFactor?: boolean
  /**
   * The account's memberships in other teams. In a route, only the memberships that give
   * the route's right. Absent if there are none.
   */
  memberships?: readonly Membership[]
  /** Memberships that may give other rights than the route's (`rightsOver`). */
  lacking?: readonly Membership[]
}

/**
 * Whether a viewer sees the event or organizer that a call is about. `sent` has the texts of path,
 * query and body.
 */
export type Sees = (
  db: Db,
  viewer: Viewer,
  sent: Readonly<Record<string, string>>,
) => Promise<boolean>

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * For a route whose ids are no ids of events or organizers. A member with a role without the
     * right gets 403 instead of 404 if this returns true.
     */
    sees?: Sees
  }
  interface FastifyRequest {
    /**
     * Null for an anonymous caller; routes with access `organizer` or `admin` always have a viewer.
     */
    viewer: Viewer | null
  }
}

export function viewerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new AppError('unauthorized')
  return request.viewer
}
