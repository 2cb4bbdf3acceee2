import type { TSchema } from 'typebox'
import { actionRoute } from '../platform/http/action-route.ts'
import type { App } from '../platform/http/http.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import type { Approval, RequestDeps, RequestKind, Subject } from './request-kind.ts'
import { approve, returnRequest, withdraw } from './requests.ts'

/** Adds the routes by which requests of a kind are approved, returned and withdrawn. */
export function registerRequestRoutes<S extends Subject, P>(
  app: App,
  deps: RequestDeps,
  kind: RequestKind<S, P>,
): void {
  const { reply } = kind
  const replied = async (work: Promise<void>, viewer: Viewer, id: string) => {
    await work
    return await kind.read(deps, viewer, id)
  }
  actionRoute<TSchema, TSchema>(app, {
    ...kind.approve,
    reply,
    act: (viewer, id, body) =>
      replied(approve(deps, kind, viewer, { id, approval: (body ?? {}) as Approval }), viewer, id),
  })
  actionRoute<TSchema, TSchema>(app, {
    ...kind.return,
    reply,
    act: (viewer, id, body) => {
      const { words: reason, ...read } = body as Approval & { words?: string }
      // Clients of an older release do not send the version that the decider has read.
      const named = read.updated_at === undefined ? {} : { read }
      return replied(returnRequest(deps, kind, viewer, { id, reason, ...named }), viewer, id)
    },
  })
  if (!kind.withdraw) return
  actionRoute(app, {
    ...kind.withdraw,
    reply,
    act: (viewer, id) => replied(withdraw(deps, kind, viewer, id), viewer, id),
  })
}
