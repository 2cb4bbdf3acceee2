import { isDeepStrictEqual } from 'node:util'
import { inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { cleanText } from '../platform/values/clean-text.rules.ts'
import { RequestError } from './errors.ts'
import {
  dropNotice,
  type Notice,
  notifyAdmins,
  notifyOrganizer,
  type RequestEvent,
} from './notices.ts'
import type { Approval, RequestDeps, RequestKind, Subject, Waiting } from './request-kind.ts'
import {
  type Decision,
  decideRequest,
  endRequest,
  type KindName,
  type NewRequest,
  selectRequest,
  upsertRequest,
} from './requests.sql.ts'

/**
 * Stores a request, and notifies admins. Returns false and does nothing if an equal request waits.
 * The caller has locked the subject. Throws too_many_requests.
 */
export async function ask<P>(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  viewer: Viewer,
  { event, notice, ...request }: NewRequest<P> & { event: RequestEvent; notice: Notice },
): Promise<boolean> {
  const { kind, id, proposal, reason = '' } = request
  const before = await selectRequest<P>(tx, kind, id)
  const isSame = before?.reason === reason && isDeepStrictEqual(before.proposal, proposal)
  if (before?.state === 'sent' && isSame) return false
  await upsertRequest(tx, viewer.accountId, request)
  await notifyAdmins(tx, deps, viewer, { kind, event, notice })
  return true
}

/**
 * Ends a request whose proposal was carried out or taken back without a decision about the request.
 * Returns its state before; undefined if no request waits or was returned.
 */
export async function settle(
  tx: Tx,
  { accountId }: Viewer,
  { kind, id, to, now }: { kind: KindName; id: string; to: Decision; now: Date },
): Promise<'sent' | 'returned' | undefined> {
  const before = await endRequest(tx, { kind, id, to, by: accountId, now })
  if (before === 'sent') await dropNotice(tx, kind, id)
  return before
}

/**
 * Carries out a request. Throws the refusals of its kind: 404, no request waits, or `approval` has
 * an old version.
 */
export async function approve<S extends Subject, P>(
  deps: RequestDeps,
  kind: RequestKind<S, P>,
  viewer: Viewer,
  { id, approval }: { id: string; approval: Approval },
): Promise<void> {
  const named = kind.named(approval)
  const check = async (tx: Tx, waiting: Waiting<S, P>) => {
    await requireVersion(tx, kind, waiting, named)
    return 'approved' as const
  }
  await decide(deps, kind, viewer, { id, to: 'approved', approval, check })
}

/** Throws the kind's refusal if the version that the decider has read is not the current one. */
async function requireVersion<S extends Subject, P>(
  tx: Tx,
  kind: RequestKind<S, P>,
  waiting: Waiting<S, P>,
  named: string[],
): Promise<void> {
  const version = await kind.version(tx, waiting)
  if (!isDeepStrictEqual(version, named)) throw await kind.stale(tx, waiting, named)
}

/**
 * Returns a request with the reason. A member who returns an own request withdraws it. `read`: the
 * version that the decider has read, if the client sends it. Throws the refusals of its kind, also
 * if `read` is an old version, or an AppError about `words` if the reason is missing.
 */
export async function returnRequest<S extends Subject, P>(
  deps: RequestDeps,
  kind: RequestKind<S, P>,
  viewer: Viewer,
  { id, reason = '', read }: { id: string; reason?: string | undefined; read?: Approval },
): Promise<void> {
  const note = cleanText(reason)
  if (note === '') refuseField('words', 'words is required: the reason for the organizer.')
  const named = read && kind.named(read)
  const check = async (tx: Tx, waiting: Waiting<S, P>) => {
    if (named) await requireVersion(tx, kind, waiting, named)
    const isOwn = waiting.request.asked_by === viewer.accountId
    return viewer.role !== 'admin' && isOwn ? 'withdrawn' : 'returned'
  }
  await decide(deps, kind, viewer, { id, to: 'returned', note, check })
}

/** Withdraws a request. Throws the refusals of its kind, or not_asker. */
export async function withdraw<S extends Subject, P>(
  deps: RequestDeps,
  kind: RequestKind<S, P>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const check = async (_tx: Tx, { request }: Waiting<S, P>) => {
    if (request.asked_by !== viewer.accountId) throw new RequestError('not_asker')
    return 'withdrawn' as const
  }
  await decide(deps, kind, viewer, { id, to: 'withdrawn', check })
}

type DecisionRequest<S, P> = {
  id: string
  to: Decision
  note?: string
  approval?: Approval
  check: (tx: Tx, waiting: Waiting<S, P>) => Promise<Decision>
}

async function decide<S extends Subject, P>(
  deps: RequestDeps,
  kind: RequestKind<S, P>,
  viewer: Viewer,
  { id, to: wanted, note = '', approval = {}, check }: DecisionRequest<S, P>,
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const subject = await kind.lock(tx, viewer, id)
    const request = await selectRequest<P>(tx, kind.name, id)
    const refuse = () => {
      const refusal = kind.notWaiting(subject, wanted)
      if (refusal) throw refusal
    }
    if (request?.state !== 'sent') return refuse()
    const waiting = { subject, request, now, approval }
    const to = await check(tx, waiting)
    const decision = { kind: kind.name, id, to, by: viewer.accountId, now }
    const noted = to === 'returned' ? { ...decision, note } : decision
    if (!(await decideRequest(tx, noted))) return refuse()
    const { event } = subject
    await dropNotice(tx, kind.name, event.id)
    const notice =
      to === 'approved'
        ? await kind.apply(tx, deps, viewer, waiting)
        : await kind.end(tx, deps, viewer, { ...waiting, to, note })
    if (notice) await notifyOrganizer(tx, deps, event, { ...notice, now })
  })
}
