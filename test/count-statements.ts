import pg from 'pg'
import { vi } from 'vitest'

const BOUNDS = /^(start transaction|begin|commit|rollback)/

/** What this asks of the database, over all connections of this process; commits are those that write. */
export async function countStatements(work: () => Promise<unknown>) {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const asked = query.mock.calls as unknown as [string | { text: string }][]
  query.mockRestore()
  const texts = asked.map(([one]) => (typeof one === 'string' ? one : one.text).trim())
  let isInside = false
  let writes = 0
  for (const text of texts) {
    if (text.startsWith('begin')) isInside = true
    // A statement that writes and stands alone is a commit of its own.
    if (text === 'commit' || (!isInside && /\b(insert into|update|delete from) /.test(text)))
      writes++
    if (text === 'commit') isInside = false
  }
  const statements = texts.filter((text) => !BOUNDS.test(text))
  return { statements: statements.length, commits: writes }
}
