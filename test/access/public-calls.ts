// Calls of public routes. Each call leaves one id, code, number or token open. The calls find out
// which texts open a ticket.
import { randomUUID } from 'node:crypto'
import type { Stage } from '../stage.ts'
import type { Belongings } from './belongings.ts'
import type { Call } from './lines.ts'
import { LINES } from './routes.ts'

/** A call of a public route with one field left open. */
export type OpenCall = { name: string; field: string; send: (text: string) => Promise<Reply> }
type Reply = { status: number; body: string }

/** Fields with data about the caller. Their texts refer to no row. */
const OWN_WORDS = [
  ...['phone', 'phoneNumber', 'email', 'full_name', 'name', 'password', 'grant_type'],
  ...['words', 'reason', 'subject', 'message'],
]

/** Routes about events and organizers, which any visitor may read by the id in their address. */
const ABOUT_EVENTS = [
  'GET /api/events/:id',
  'GET /event/:id/calendar.ics',
  'GET /api/organizers/:id',
  'POST /api/events/:id/complaints',
]
/** A route that logs reports about pages and opens nothing. It accepts few reports per hour. */
const LOGGED = 'POST /api/functions/page-fault'
/** Fields of an order that name the event and its ticket types. */
const BOUGHT = ['eventId', 'ticketTypeId']

type Part = 'params' | 'query' | 'payload'

/** A call for every field of a public route that may contain a reference. */
export function openCalls(stage: Stage, its: Belongings): OpenCall[] {
  const calls: OpenCall[] = []
  for (const [name, lines] of Object.entries(LINES)) {
    if (ABOUT_EVENTS.includes(name) || name === LOGGED) continue
    for (const line of lines.filter((one) => one.for === 'everyone' && one.call)) {
      for (const part of ['params', 'query', 'payload'] as const) {
        for (const path of leavesOf(line.call!(its)[part])) {
          const field = [...path].reverse().find((key) => Number.isNaN(Number(key)))!
          if (OWN_WORDS.includes(field) || BOUGHT.includes(field)) continue
          calls.push({
            name,
            field,
            send: (text) => sendCall(stage, name, filled(line.call!(its), [part, ...path], text)),
          })
        }
      }
    }
  }
  return calls
}

/** The paths of all texts in a value. */
function leavesOf(value: unknown): string[][] {
  if (typeof value === 'string') return [[]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner).map((path) => [key, ...path]),
  )
}

function filled(call: Call, [part, ...path]: [Part, ...string[]], text: string): Call {
  const copy = structuredClone(call)
  let at = copy[part] as Record<string, unknown>
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>
  at[path.at(-1)!] = text
  return copy
}

async function sendCall(stage: Stage, name: string, call: Call): Promise<Reply> {
  const { params = {}, query = {}, payload, headers = {} } = call
  const [method, path] = name.split(' ') as ['GET', string]
  const url = path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param]!))
  const sent = payload === undefined ? {} : { payload: payload as object }
  const { statusCode, body } = await stage.app.inject({ method, url, query, headers, ...sent })
  return { status: statusCode, body }
}

/** Texts that refer to nothing. Replies to them have the statuses of a failed guess. */
const strangeTexts = () => [
  randomUUID(),
  'x',
  '0000000000000000',
  '0000 0000 0000 0000',
  'ZZZZZZZZ',
  'ZZX9999999',
  '••••',
  'Z'.repeat(99),
]

/**
 * Finds the texts that open something: the reply has another status than failed guesses, or
 * contains one of the `secrets` that was not in the text. Returns a sentence for each such text.
 */
export async function openedBy(
  calls: readonly OpenCall[],
  texts: Iterable<string>,
  secrets: readonly string[],
): Promise<string[]> {
  const opened: string[] = []
  const tried = [...texts]
  for (const { name, field, send } of calls) {
    const misses = await Promise.all(strangeTexts().map(send))
    const statuses = new Set(misses.map(({ status }) => status))
    const replies = await Promise.all(tried.map(send))
    for (const [at, { status, body }] of replies.entries()) {
      const text = tried[at]!
      const isRead = secrets.some((secret) => body.includes(secret) && !text.includes(secret))
      if (isRead || !statuses.has(status))
        opened.push(`'${text}' as ${field} of ${name}: ${status}`)
    }
  }
  return opened
}
