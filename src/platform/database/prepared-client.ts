import { createHash } from 'node:crypto'
import pg from 'pg'
import { WritableClient } from './writable-client.ts'

/** Statements that run once, such as migrations, would only fill the sessions if prepared. */
const TIMES_UNTIL_PREPARED = 2
/** Maximum number of prepared statements. Each takes 10 to 100 kB in every session. */
const PREPARED_MAX = 500
const TEXTS_MAX = 5000

type Named = { times: number; name: string | null }

/**
 * The name that every process gives to a statement. Behind a pooler, processes may share a session.
 * A name that is taken in that session belongs to the same text, because the name is made from the
 * text.
 */
const nameOfText = (text: string) =>
  `lango_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`

/**
 * Assigns names to statements by their text. PostgreSQL keeps the plan of a named statement per
 * session. It plans again if a plan for arbitrary values would be worse than a plan for the given
 * values.
 */
function makeNames() {
  const known = new Map<string, Named>()
  let count = 0
  let renewed = 0
  const nextName = (text: string) => (++count <= PREPARED_MAX ? nameOfText(text) : null)
  return {
    nameOf: (text: string): string | null => {
      const one = known.get(text)
      if (!one) {
        if (known.size < TEXTS_MAX) known.set(text, { times: 1, name: null })
        return null
      }
      one.times += 1
      if (one.times >= TIMES_UNTIL_PREPARED) one.name ??= nextName(text)
      return one.name
    },
    /** Gives a statement a new name, so that every session prepares it again. */
    renew: (text: string): void => {
      known.set(text, { times: TIMES_UNTIL_PREPARED, name: `${nameOfText(text)}_${++renewed}` })
    },
  }
}

/**
 * True if the columns of a prepared statement's table have changed, as during an update of the
 * shop. When the statement is sent again, it is prepared again.
 */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '0A000' &&
    /cached plan must not change result type/.test(error.message)
  )
}

/** The client class for a pool: prepares each statement with values once per session. */
export function preparedClient(): typeof pg.Client {
  const names = makeNames()
  class PreparedClient extends WritableClient {
    override query(...args: unknown[]): never {
      const [text, values] = args
      const hasValues = args.length === 2 && Array.isArray(values) && values.length > 0
      const isPlain = typeof text === 'string' && hasValues
      return (isPlain ? this.#ask(text, values) : super.query(...(args as [never]))) as never
    }

    async #ask(text: string, values: unknown[]): Promise<pg.QueryResult> {
      const name = names.nameOf(text)
      const ask = (as: string | null) => super.query({ text, values, ...(as && { name: as }) })
      try {
        return await ask(name)
      } catch (error) {
        if (!isStalePlan(error)) throw error
        names.renew(text)
        // The error has made the open transaction fail. Throws the error, so that `inTransaction`
        // repeats the transaction.
        if (this.getTransactionStatus() !== 'I') throw error
        return await ask(names.nameOf(text))
      }
    }
  }
  return PreparedClient as typeof pg.Client
}
