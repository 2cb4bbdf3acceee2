import pg from 'pg'
import { vi } from 'vitest'

const BOUNDS = /^(start transaction|begin|commit|rollback)/

type SentStatement = { client: unknown; text: string }

async function listStatements(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.map((call, at) => {
      const asked = call[0] as unknown as string | { text: string }
      const text = (typeof asked === 'string' ? asked : asked.text).trim()
      return { client: query.mock.contexts[at], text }
    })
  } finally {
    query.mockRestore()
  }
}

/**
 * Counts the SQL statements that `work` sends in this process, and the commits of transactions that
 * write.
 */
export async function countStatements(work: () => Promise<unknown>) {
  const asked = await listStatements(work)
  const inside = new Set<unknown>()
  let commits = 0
  for (const { client, text } of asked) {
    if (text.startsWith('begin')) inside.add(client)
    // A writing statement outside a transaction counts as a commit.
    const isAlone = !inside.has(client) && /\b(insert into|update|delete from) /.test(text)
    if (text === 'commit' || isAlone) commits++
    if (text === 'commit' || text === 'rollback') inside.delete(client)
  }
  return { statements: asked.filter(({ text }) => !BOUNDS.test(text)).length, commits }
}
