import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { platformCounters } from '../counters.ts'
import type { Deps } from '../database/deps.ts'
import { onceAMinute } from './event-loop.ts'
import { openLine } from './work-line.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** For who only waits from here on: it is no work any more. The answer does it by itself. */
    leaveLine: () => void
  }
}

/**
 * What the work of a route counts as. `free` is refused to nobody: what a provider tells once, who
 * stands at a gate, what only waits, and what an operator looks at while there is too much.
 */
export type Work = 'orders' | 'other' | 'free'

/** The paces are a start; each line soon knows its own. */
const LINES = {
  orders: { perSecond: 200 },
  pages: { perSecond: 100 },
  other: { perSecond: 300 },
}
/** Each holds the one thread for some milliseconds: those of one round come before all else. */
const RENDERED_AT_ONCE = 8

export type Admission = ReturnType<typeof openAdmission>

/** Refuses what would take too long while too many come, before anything is done for it. */
export function openAdmission(deps: Pick<Deps, 'env' | 'log' | 'metrics'>) {
  const waitMs = deps.env.workWaitMs || Number.POSITIVE_INFINITY
  const { overloaded } = platformCounters(deps.metrics)
  const open = (name: keyof typeof LINES) => {
    const tell = onceAMinute(() =>
      deps.log.error({ line: name }, 'too many came: some are refused'),
    )
    const onRefused = () => {
      overloaded.inc({ line: name })
      tell()
    }
    return openLine({ name, ...LINES[name], waitMs, onRefused })
  }
  const lines = { orders: open('orders'), other: open('other') }
  const pages = open('pages')
  const ofPage = new AsyncLocalStorage<true>()
  const turns = makeTurns(RENDERED_AT_ONCE)
  return {
    /** Before all that costs more: the body is not read yet. */
    admit: async (request: FastifyRequest, reply: FastifyReply) => {
      request.leaveLine = () => {}
      const { work = 'other' } = request.routeOptions.config as { work?: Work }
      // What a page asks for is work of the page.
      if (work === 'free' || (work === 'other' && ofPage.getStore())) return
      request.leaveLine = lines[work].enter()
      // Whether answered or gone away.
      reply.raw.once('close', request.leaveLine)
    },
    /** For whom there is no room in a line: what is answered. */
    refusal: (work: keyof typeof lines) => lines[work].refusal(),
    /** So few at a time that nobody else waits long, and so few in line that they have their turn. */
    render: async <T>(work: () => Promise<T>): Promise<T> => {
      const leave = pages.enter()
      try {
        return await turns(() => ofPage.run(true, work))
      } finally {
        leave()
      }
    },
  }
}

function makeTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
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
