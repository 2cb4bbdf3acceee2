// The texts in the replies of the back office to a caller.
import type { Stage } from '../stage.ts'
import type { Belongings } from './belongings.ts'
import { LINES } from './routes.ts'

type Headers = Record<string, string>

/**
 * Calls the routes of the access table for accounts and owners, and the addresses in `more`.
 * Returns the texts in the replies, and the words in them, that may be references (`isReference`).
 */
export async function textsFor(
  stage: Stage,
  headers: Headers,
  its: readonly Belongings[],
  more: readonly string[],
): Promise<Set<string>> {
  const texts = new Set<string>()
  const bodies: string[] = []
  for (const [name, lines] of Object.entries(LINES)) {
    const [method, path] = name.split(' ') as ['GET', string]
    for (const line of lines.filter((one) => one.for === 'accounts' || one.for === 'owner')) {
      for (const one of its) {
        const { params = {}, query = {}, payload, headers: others } = line.call?.(one) ?? {}
        const url = path.replace(/:(\w+)/g, (_, param: string) => params[param]!)
        const sent = payload === undefined ? {} : { payload: payload as object }
        const call = { method, url, query, headers: { ...headers, ...others }, ...sent }
        bodies.push((await stage.app.inject(call)).body)
      }
    }
  }
  for (const url of more) bodies.push((await stage.app.inject({ url, headers })).body)
  for (const text of bodies.flatMap(readTexts)) {
    for (const word of [text, ...text.split(/[^\p{L}\p{N}•-]+/u)]) texts.add(word.trim())
  }
  return new Set([...texts].filter(isReference))
}

/** The texts of a reply: the strings and keys of JSON, or the cells of a CSV file. */
function readTexts(body: string): string[] {
  try {
    return stringsIn(JSON.parse(body))
  } catch {
    return body.split(/[\r\n,"]+/)
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}

const INSTANT = /^\d{4}-\d\d-\d\d(T[\d:.]+Z?)?$/

/** False for words of a language, instants and short numbers, which open nothing. */
const isReference = (text: string) =>
  text.length >= 6 && text.length <= 100 && /[\d•]|^[A-Z]+$/.test(text) && !INSTANT.test(text)
