import { useSyncExternalStore } from 'react'
import { abortAfter } from '../../ui/abort-after.ts'
import { type Answer, callApi, type FetchApi, jsonPost, type Problem } from '../../ui/api.ts'
import type {
  ConfirmRequest,
  FactorReply,
  SessionUser,
  SignInRefusal,
  TokenReply,
} from '../accounts.contract.ts'
import { CHECK_MS, RENEW_MS, RETRY_LOST_MS } from '../session.rules.ts'
import { MARK_COOKIE, readMark } from '../session-mark.rules.ts'
import type { JoinRequest } from '../team/team.contract.ts'

/**
 * The browser's session. Only the memory of this module holds the bearer. The refresh cookie
 * outlives the page, and no script can read it. Tabs share bearers through a channel, and a lock
 * lets one tab at a time renew the bearer.
 */
type Session =
  | { status: 'starting'; user: null }
  | { status: 'out'; user: null }
  /** The user signed in at an earlier visit, but the network is down, so the user is unknown. */
  | { status: 'lost'; user: null }
  | { status: 'in'; user: SessionUser }

type Bearer = { token: string; endsAt: number; mark: number }
type SessionMessage = { is: 'in'; bearer: Bearer; user: SessionUser } | { is: 'out' }

const STARTING: Session = { status: 'starting', user: null }
const OUT: Session = { status: 'out', user: null }
const LOST: Session = { status: 'lost', user: null }
const NAME = 'lango-session'
/** The time to wait for the message of another tab, and for the response to a sign-out. */
const WAIT_MS = 3000

let session: Session = STARTING
let bearer: Bearer | null = null
let started: Promise<void> | undefined
const listeners = new Set<() => void>()
const network: FetchApi = (path, init) => fetch(path, init)
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => STARTING,
  )
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  void startSession()
  return () => {
    listeners.delete(changed)
  }
}

/** Whether a user is signed in now. */
export function isSignedIn(): boolean {
  return session.status === 'in'
}

/**
 * Restores the session of an earlier visit, once per page, and starts the timer that renews the
 * bearer.
 */
function startSession(): Promise<void> {
  started ??= start()
  return started
}

async function start(): Promise<void> {
  channel?.addEventListener('message', ({ data }) => receive(data as SessionMessage))
  setInterval(renewInTime, CHECK_MS)
  // Timers are late after a machine has slept, so a page also checks when it becomes visible.
  document.addEventListener('visibilitychange', renewInTime)
  addEventListener('online', retryLost)
  // The `online` event can come late, and does not fire when only the server was unreachable.
  setInterval(retryLost, RETRY_LOST_MS)
  if (readMark(document.cookie) === 0) return setSession(OUT, null)
  if (!(await renew())) return
  const answer = await rereadUser()
  if (!answer.ok) fail(answer)
}

/** Reads the user again after a change of the user's role or teams. */
export async function rereadUser(): Promise<Answer<SessionUser>> {
  const { user } = session
  const answer = await callApi<SessionUser>(sessionFetch, '/api/auth/user')
  if (answer.ok && user && !isSameUser(answer.data, user)) {
    setSession({ status: 'in', user: answer.data }, bearer)
  }
  return answer
}

function receive(message: SessionMessage): void {
  if (message.is === 'in') setSession({ status: 'in', user: message.user }, message.bearer)
  else setSession(OUT, null)
}

const SHOWN = ['id', 'role', 'lacks_figures'] as const

const isSameUser = (one: SessionUser | null, other: SessionUser | null): boolean =>
  SHOWN.every((field) => one?.[field] === other?.[field])

function setSession(next: Session, nextBearer: Bearer | null): void {
  bearer = nextBearer
  // Keep the object if the user is the same: a renewed bearer must not render pages again.
  if (next.status !== session.status || !isSameUser(next.user, session.user)) session = next
  for (const changed of listeners) changed()
}

/** Signs the user in, in this tab and all others. */
export function enterSession({ access_token, expires_in, user }: TokenReply): void {
  const endsAt = Date.now() + expires_in * 1000
  const nextBearer = { token: access_token, endsAt, mark: readMark(document.cookie) }
  setSession({ status: 'in', user }, nextBearer)
  channel?.postMessage({ is: 'in', bearer: nextBearer, user } satisfies SessionMessage)
}

/**
 * Signs out if the server responded with an error. Without a network, the session becomes lost and
 * is retried until there is a network.
 */
function fail({ status }: Problem): void {
  if (status > 0) leave()
  else setSession(LOST, null)
}

/** Deletes the mark cookie. Without it, pages know that there is no session to refresh. */
function clearMark(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${MARK_COOKIE}=; path=/; max-age=0; samesite=lax`
}

/** Signs the user out in this tab and all other tabs. */
function leave(): void {
  clearMark()
  setSession(OUT, null)
  channel?.postMessage({ is: 'out' } satisfies SessionMessage)
}

type SignInAnswer = { answer: Answer<TokenReply>; refusal?: SignInRefusal }

/** Signs the user in. `refusal` is the whole error reply if the account needs a code. */
export async function signIn(email: string, password: string): Promise<SignInAnswer> {
  return await enter('/api/auth/token?grant_type=password', { email, password })
}

/** Makes the account of an invited person and signs the person in. Replies like `signIn`. */
export async function joinTeam(request: JoinRequest): Promise<SignInAnswer> {
  return await enter('/api/auth/invitation/join', request)
}

async function enter(path: string, request: object): Promise<SignInAnswer> {
  let reply: Response | undefined
  const send: FetchApi = async (to, init) => {
    reply = await network(to, init)
    return reply.clone()
  }
  const answer = await callApi<TokenReply>(send, path, jsonPost(request))
  if (answer.ok) enterSession(answer.data)
  else if (answer.code === 'second_factor_required') return { answer, refusal: await reply!.json() }
  return { answer }
}

/**
 * Sends the code that a sign-in or a new second factor waits for. The caller opens the session by
 * `enterSession`, once the user has seen new recovery codes.
 */
export async function answerChallenge(
  challenge_id: string,
  code: string,
): Promise<Answer<FactorReply>> {
  const body = jsonPost({ challenge_id, code })
  return await callApi<FactorReply>(network, '/api/auth/second_factor', body)
}

/** Confirms a sign-up by the link in its email, and signs the owner in. */
export async function confirmSignUp(request: ConfirmRequest): Promise<Answer<TokenReply>> {
  const answer = await callApi<TokenReply>(network, '/api/auth/confirm', jsonPost(request))
  if (answer.ok) enterSession(answer.data)
  return answer
}

/** Signs this browser out even if the call fails. */
export async function signOut(): Promise<void> {
  leave()
  const signal = abortAfter(WAIT_MS)
  await callApi(network, '/api/auth/logout', { ...jsonPost({}), signal, keepalive: true })
}

function renewInTime(): void {
  if (bearer && bearer.endsAt - Date.now() <= RENEW_MS) void renew()
}

/** Retries a session that was lost with the network. */
function retryLost(): void {
  if (session.status === 'lost') void renew()
}

/**
 * Renews the bearer. Returns true if the bearer works afterwards. If several tabs need a new
 * bearer, only one of them calls the server.
 */
async function renew(): Promise<boolean> {
  const old = bearer
  await withTabLock(async () => {
    if (bearer !== old || (await isRenewedByOtherTab(old))) return
    if (readMark(document.cookie) === 0) return leave()
    const path = '/api/auth/token?grant_type=refresh_token'
    const answer = await callApi<TokenReply>(network, path, jsonPost({}))
    if (bearer !== old) return
    if (answer.ok) enterSession(answer.data)
    else fail(answer)
  })
  return bearer !== null
}

/**
 * Runs `run` in one tab at a time. Browsers have no locks on plain http, so there two tabs may
 * renew at the same time, which the server accepts within GRACE_MS.
 */
async function withTabLock(run: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(NAME, run)
  else await run()
}

/**
 * Whether another tab has renewed the bearer. If the mark has changed, waits for the other tab's
 * message with the new bearer.
 */
async function isRenewedByOtherTab(old: Bearer | null): Promise<boolean> {
  if (!old || !channel || readMark(document.cookie) === old.mark) return false
  await new Promise<void>((resolve) => {
    channel.addEventListener('message', () => resolve(), { once: true })
    setTimeout(resolve, WAIT_MS)
  })
  return bearer !== old
}

/**
 * Like fetch, with the session's bearer token. After a 401 it renews the token once and retries; if
 * that fails, it signs out.
 */
export const sessionFetch: FetchApi = sessionFetchBy(network)

/** Like `sessionFetch` with another function for sending, for example to report upload progress. */
export function sessionFetchBy(send: FetchApi): FetchApi {
  return async (path, init = {}) => {
    if (session.status === 'starting' && !bearer) await startSession()
    const sent = bearer
    const answer = await send(path, withBearer(init))
    if (answer.status !== 401 || !sent) return answer
    const isRenewed = bearer !== sent ? bearer !== null : await renew()
    if (!isRenewed) return answer
    const again = await send(path, withBearer(init))
    if (again.status === 401) leave()
    return again
  }
}

function withBearer(init: RequestInit): RequestInit {
  if (!bearer) return init
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${bearer.token}`)
  return { ...init, headers }
}
