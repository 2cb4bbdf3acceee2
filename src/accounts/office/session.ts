import { useSyncExternalStore } from 'react'
import { type Answer, callApi, type FetchApi, jsonPost, type Problem } from '../../ui/api.ts'
import type { ConfirmRequest, SessionUser, TokenReply } from '../accounts.contract.ts'
import { CHECK_MS, RENEW_MS, SEEK_MS } from '../session.rules.ts'
import { MARK_COOKIE, readMark } from '../session-mark.rules.ts'

/**
 * The browser's session. The bearer is kept only in this module's memory; what outlives the page
 * is the refresh cookie, which no script can read. Tabs tell each other through a channel and
 * renew one at a time.
 */
export type Session =
  | { status: 'starting'; user: null }
  | { status: 'out'; user: null }
  /** Signed in at an earlier visit; without a network nobody can say as whom. */
  | { status: 'lost'; user: null }
  | { status: 'in'; user: SessionUser }

type Bearer = { token: string; endsAt: number; mark: number }
type News = { is: 'in'; bearer: Bearer; user: SessionUser } | { is: 'out' }

const STARTING: Session = { status: 'starting', user: null }
const OUT: Session = { status: 'out', user: null }
const LOST: Session = { status: 'lost', user: null }
const NAME = 'lango-session'
/** How long to wait for another tab's news, and for the server to answer a sign-out. */
const PATIENCE_MS = 3000

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

/** Whether somebody is signed in at this moment. */
export function isSignedIn(): boolean {
  return session.status === 'in'
}

/** Takes up the session of an earlier visit, once per page, and begins to renew it in time. */
function startSession(): Promise<void> {
  started ??= start()
  return started
}

async function start(): Promise<void> {
  channel?.addEventListener('message', ({ data }) => hear(data as News))
  setInterval(renewInTime, CHECK_MS)
  // After a machine has slept, its timers come late.
  document.addEventListener('visibilitychange', renewInTime)
  addEventListener('online', seek)
  // A network may be there before a browser says so, and a server without one being gone.
  setInterval(seek, SEEK_MS)
  if (readMark(document.cookie) === 0) return become(OUT, null)
  if (!(await renew())) return
  const { user } = session
  const answer = await callApi<SessionUser>(sessionFetch, '/api/auth/user')
  if (!answer.ok) return fail(answer)
  if (user && answer.data.role !== user.role) become({ status: 'in', user: answer.data }, bearer)
}

function hear(news: News): void {
  if (news.is === 'in') become({ status: 'in', user: news.user }, news.bearer)
  else become(OUT, null)
}

function become(next: Session, its: Bearer | null): void {
  bearer = its
  const isSame = next.status === session.status && next.user?.id === session.user?.id
  // The same object for the same state, because a renewed bearer is no news to a page.
  if (!isSame || next.user?.role !== session.user?.role) session = next
  for (const changed of listeners) changed()
}

/** Signed in here, and so in every tab. */
function enter({ access_token, expires_in, user }: TokenReply): void {
  const endsAt = Date.now() + expires_in * 1000
  const its = { token: access_token, endsAt, mark: readMark(document.cookie) }
  become({ status: 'in', user }, its)
  channel?.postMessage({ is: 'in', bearer: its, user } satisfies News)
}

/** Any failure signs out; but without a network the session is sought until there is one. */
function fail({ status }: Problem): void {
  if (status > 0) leave()
  else become(LOST, null)
}

/** Without the mark no page tries the cookie again. */
function forget(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${MARK_COOKIE}=; path=/; max-age=0; samesite=lax`
}

/** Signed out here, and so in every tab. */
function leave(): void {
  forget()
  become(OUT, null)
  channel?.postMessage({ is: 'out' } satisfies News)
}

export async function signIn(email: string, password: string): Promise<Answer<TokenReply>> {
  const path = '/api/auth/token?grant_type=password'
  const answer = await callApi<TokenReply>(network, path, jsonPost({ email, password }))
  if (answer.ok) enter(answer.data)
  return answer
}

/** What a mailed link confirms, and its owner is signed in here. */
export async function confirmSignUp(request: ConfirmRequest): Promise<Answer<TokenReply>> {
  const answer = await callApi<TokenReply>(network, '/api/auth/confirm', jsonPost(request))
  if (answer.ok) enter(answer.data)
  return answer
}

/** This browser is signed out even if the call fails. */
export async function signOut(): Promise<void> {
  leave()
  const signal = AbortSignal.timeout(PATIENCE_MS)
  await callApi(network, '/api/auth/logout', { ...jsonPost({}), signal, keepalive: true })
}

function renewInTime(): void {
  if (bearer && bearer.endsAt - Date.now() <= RENEW_MS) void renew()
}

/** Takes up the session that was lost with the network. */
function seek(): void {
  if (session.status === 'lost') void renew()
}

/** True if there is a working bearer afterwards. All tabs together make one call. */
async function renew(): Promise<boolean> {
  const old = bearer
  await alone(async () => {
    if (bearer !== old || (await isBroughtByAnother(old))) return
    if (readMark(document.cookie) === 0) return leave()
    const path = '/api/auth/token?grant_type=refresh_token'
    const answer = await callApi<TokenReply>(network, path, jsonPost({}))
    if (bearer !== old) return
    if (answer.ok) enter(answer.data)
    else fail(answer)
  })
  return bearer !== null
}

/** On plain http browsers have no locks; there the server forgives two calls at once. */
async function alone(run: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(NAME, run)
  else await run()
}

/** If the mark is not ours, another tab has renewed, and its news is on the way. */
async function isBroughtByAnother(old: Bearer | null): Promise<boolean> {
  if (!old || !channel || readMark(document.cookie) === old.mark) return false
  await new Promise<void>((resolve) => {
    channel.addEventListener('message', () => resolve(), { once: true })
    setTimeout(resolve, PATIENCE_MS)
  })
  return bearer !== old
}

/** Like fetch, with the bearer. After a 401 the bearer is renewed once, or we sign out. */
export const sessionFetch: FetchApi = sessionFetchBy(network)

/** The same with another way to send, such as one that reports how much of a file is sent. */
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
