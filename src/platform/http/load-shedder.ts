import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../database/deps.ts'
import { AppError } from '../errors.ts'
import { onceAMinute } from '../log.ts'
import { platformCounters } from '../metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the request's work before its reply. Called by handlers that then only wait. */
    endWork: () => void
    /** True if the request was refused because the shop is overloaded. */
    isShed: boolean
  }
}

/**
 * A kind of work with its own limit while the shop is overloaded. `perSecond` is the assumed pace
 * until the shedder has measured the real pace. If no request was in progress for REST_MS, the next
 * `burst` requests are accepted at any pace, because the old measurement says little.
 */
export type Work = { name: string; perSecond: number; burst?: number }

const REST_MS = 2000

const OTHER: Work = { name: 'other', perSecond: 300 }
const PAGES: Work = { name: 'pages', perSecond: 100 }

/** Each rendering blocks the event loop for some ms; API calls run between two renderings. */
const RENDERED_IN_PARALLEL = 8

export type LoadShedding = ReturnType<typeof openLoadShedding>

/** Refuses requests whose responses would come too late, before any work is done for them. */
export function openLoadShedding(deps: Pick<Deps, 'env' | 'log' | 'metrics'>) {
  const waitMs = deps.env.workWaitMs || Number.POSITIVE_INFINITY
  const { overloaded } = platformCounters(deps.metrics)
  const shedders = new Map<Work, LoadShedder>()
  const shedderOf = (work: Work): LoadShedder => {
    const known = shedders.get(work)
    if (known) return known
    const report = onceAMinute(() =>
      deps.log.error({ work: work.name }, 'shedding load: requests refused'),
    )
    const onRefused = () => {
      overloaded.inc({ line: work.name })
      report()
    }
    const shedder = openShedder({ ...work, waitMs, onRefused })
    shedders.set(work, shedder)
    return shedder
  }
  const insidePage = new AsyncLocalStorage<true>()
  const inSlot = makeSlots(RENDERED_IN_PARALLEL)
  return {
    /** The hook `onRequest`, which runs before the body is read. */
    shedLoad: (request: FastifyRequest, reply: FastifyReply, done: (error?: AppError) => void) => {
      request.endWork = doNothing
      const { work = OTHER } = request.routeOptions.config as { work?: Work | 'free' }
      // API calls that a page makes count as part of the page's work.
      if (work === 'free' || (work === OTHER && insidePage.getStore())) return done()
      const shedder = shedderOf(work)
      const refusal = shedder.refusal()
      if (refusal) {
        request.isShed = true
        return done(refusal)
      }
      request.endWork = shedder.enter()
      // This event also comes when the client disconnects.
      reply.raw.once('close', request.endWork)
      done()
    },
    /** Renders at most RENDERED_IN_PARALLEL pages at the same time, or throws `overloaded`. */
    render: async <T>(work: () => Promise<T>): Promise<T> => {
      const pages = shedderOf(PAGES)
      const refusal = pages.refusal()
      if (refusal) throw refusal
      const leave = pages.enter()
      try {
        return await inSlot(() => insidePage.run(true, work))
      } finally {
        leave()
      }
    },
  }
}

const doNothing = () => {}

function makeSlots(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** The time in ms over which the pace is measured. Long, because one batch ends many orders. */
const PACE_OVER_MS = 250
/** Up to this number of requests are always accepted: fewer would not show the possible pace. */
const ALWAYS = 16
/** The time in ms in which the number of recently refused callers decays to about a third. */
const BACK_WITHIN_MS = 5000
const RETRY_S = { least: 2, most: 30 }

type LoadShedder = {
  /** Returns the function that ends the request; calling it again does nothing. */
  enter(): () => void
  refusal(): AppError | null
}

type Options = {
  /**
   * The longest estimated wait, in ms, at which a request is accepted. The first ALWAYS requests in
   * progress, and `burst` more, are accepted even if their wait is longer.
   */
  waitMs: number
  /** The assumed pace, in requests per second, until a pace has been measured. */
  perSecond: number
  burst?: number
  onRefused: () => void
  now?: () => number
}

/**
 * Makes a shedder that estimates the wait of a new request: the number of requests in progress,
 * divided by the pace at which requests ended lately. So the limit follows from the speed of the
 * machine and the database.
 */
export function openShedder(options: Options): LoadShedder {
  const { waitMs, onRefused, burst = 0, now = () => performance.now() } = options
  let spare = burst
  let inside = 0
  let emptySince = now()
  let perMs = options.perSecond / 1000
  let span = { began: now(), done: 0, least: 0, full: false }
  let refused = { count: 0, at: now() }

  const begin = () => {
    span = { began: now(), done: 0, least: inside, full: false }
  }

  function refuse(): AppError {
    const at = now()
    const stillOut = refused.count * Math.exp((refused.at - at) / BACK_WITHIN_MS)
    refused = { count: stillOut + 1, at }
    span.full = true
    onRefused()
    const seconds = Math.ceil(refused.count / perMs / 1000)
    return overloaded(Math.min(RETRY_S.most, Math.max(RETRY_S.least, seconds)))
  }

  function leave(): void {
    inside -= 1
    if (inside === 0) emptySince = now()
    span.done += 1
    span.least = Math.min(span.least, inside)
    const took = now() - span.began
    if (took < PACE_OVER_MS) return
    const pace = span.done / took
    // Requests that arrive one by one end at the pace of their arrival, which may be low. So a
    // lower pace counts only if a request was refused, or if many requests were in progress all
    // the time.
    if (pace > perMs || span.full || span.least >= ALWAYS - 1) perMs = (perMs + pace) / 2
    begin()
  }

  return {
    refusal: () => {
      if (inside === 0 && now() - emptySince >= REST_MS) spare = burst
      return inside < Math.max(ALWAYS, perMs * waitMs) || spare > 0 ? null : refuse()
    },
    enter: () => {
      spare = Math.max(0, spare - 1)
      // While the shedder was empty, no requests ended, so that time is not part of the measured
      // span.
      if (inside === 0) span.began += now() - emptySince
      inside += 1
      let isInside = true
      return () => {
        if (isInside) leave()
        isInside = false
      }
    },
  }
}

/**
 * Error objects by Retry-After: creating an error with its stack costs a fifth of a refusal.
 */
const failures = new Map<number, AppError>()

function overloaded(retryAfter: number): AppError {
  const failure = failures.get(retryAfter) ?? new AppError('overloaded', { retryAfter })
  failures.set(retryAfter, failure)
  return failure
}
