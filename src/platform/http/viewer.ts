import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** Who asks, as the back office's statements take it: an organizer sees own rows, an admin all. */
export type Viewer = { accountId: string; role: 'organizer' | 'admin' }

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if nobody is signed in; a route with access organizer or admin always has one. */
    viewer: Viewer | null
  }
}

/** The viewer of a call that needs one; throws `unauthorized` where there is none. */
export function viewerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new AppError('unauthorized')
  return request.viewer
}
