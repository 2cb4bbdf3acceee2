import type { TSchema } from 'typebox'
import type { Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import type { Right } from '../platform/http/platform.contract.ts'
import type { Sees, Viewer } from '../platform/http/viewer.ts'
import type { Notice, RequestEvent } from './notices.ts'
import type { Decision, KindName, StoredRequest } from './requests.sql.ts'

export type RequestDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>
export type Subject = { event: RequestEvent }
export type Waiting<S, P> = {
  subject: S
  request: StoredRequest<P>
  now: Date
  /** Empty unless the decision is an approval. */
  approval: Approval
}
/** The body of an approval. Each kind reads its own fields. */
export type Approval = {
  updated_at?: string
  page_version?: string
  version?: string
  zero_prices?: 'free' | 'kept'
}

type Access = { access: 'admin' } | { access: 'organizer'; right: Right; config?: { sees: Sees } }

/** A kind of request with its subject `S` and its proposal `P`. `app.ts` lists the kinds. */
export type RequestKind<S extends Subject, P> = {
  name: KindName
  approve: Access & { url: string; body?: TSchema }
  return: Access & { url: string; body: TSchema }
  withdraw?: Access & { url: string }
  reply: TSchema
  read: (deps: RequestDeps, viewer: Viewer, id: string) => Promise<unknown>
  /**
   * Locks the subject, and all rows whose change would change its version. Throws a 404 if the
   * viewer may not decide about it.
   */
  lock: (tx: Tx, viewer: Viewer, id: string) => Promise<S>
  /** The version that the decider has read. */
  named: (approval: Approval) => string[]
  /** The current version: all facts that a decider reads. A changed fact changes the version. */
  version: (tx: Tx, waiting: Waiting<S, P>) => Promise<string[]>
  stale: (tx: Tx, waiting: Waiting<S, P>, named: string[]) => Promise<Error>
  /** The refusal if no request waits; null if this decision was made before. */
  notWaiting: (subject: S, to: Decision) => Error | null
  /** Carries out the proposal. Returns the notice to the organizer. */
  apply: Act<Waiting<S, P>>
  /** Undoes what the request has done so far, if it is returned or withdrawn. */
  end: Act<Waiting<S, P> & { to: Decision; note: string }>
}

type Act<W> = (tx: Tx, deps: RequestDeps, viewer: Viewer, waiting: W) => Promise<Notice | null>
