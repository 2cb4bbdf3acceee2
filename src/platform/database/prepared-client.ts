import pg from 'pg'

/** One that is asked once in a process, such as a migration's, would only fill the sessions. */
const TIMES_UNTIL_PREPARED = 2
/** Each costs every session its memory (10 to 100 kB): lists of other lengths are other texts. */
const PREPARED_MAX = 500
const TEXTS_MAX = 5000

type Named = { times: number; name: string | null }

/**
 * Names for statements by their text. PostgreSQL keeps the plan of a named statement for each
 * session, and plans it anew where a plan for any value would be worse than one for these.
 */
function makeNames() {
  const known = new Map<string, Named>()
  let count = 0
  const nextName = () => (count < PREPARED_MAX ? `lango_${++count}` : null)
  return {
    /** Null while it is to be sent without one. */
    nameOf: (text: string): string | null => {
      const one = known.get(text)
      if (!one) {
        if (known.size < TEXTS_MAX) known.set(text, { times: 1, name: null })
        return null
      }
      one.times += 1
      if (one.times >= TIMES_UNTIL_PREPARED) one.name ??= nextName()
      return one.name
    },
    /** Under another name it is prepared again by every session. */
    renew: (text: string): void => {
      known.set(text, { times: TIMES_UNTIL_PREPARED, name: nextName() })
    },
  }
}

/**
 * True if a prepared statement met a table that has other columns by now, as while an update of the
 * shop is under way: the same text asked again is prepared anew.
 */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '0A000' &&
    /cached plan must not change result type/.test(error.message)
  )
}

/** What a pool makes its connections of: each statement with values is prepared once a session. */
export function preparedClient(): typeof pg.Client {
  const names = makeNames()
  class PreparedClient extends pg.Client {
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
        // Within a transaction the whole of it has failed and is begun again: inTransaction.
        if (this.getTransactionStatus() !== 'I') throw error
        return await ask(names.nameOf(text))
      }
    }
  }
  return PreparedClient as typeof pg.Client
}
