// Planted trees that drop the result of a guarded update, or do not await it.
import { plant, SQL, USE_CASE } from './plant.ts'

export const IGNORED = [
  ["{ take } from './events.sql.ts'", 'await take(tx)'],
  ["{ take as grab } from './events.sql.ts'", 'void (await grab(tx))'],
  ["* as events from './events.sql.ts'", 'if (x) events.take(tx)'],
  ["{ take } from './events.sql.ts'", 'if (!(take(tx))) return'],
  ["{ take } from './events.sql.ts'", 'const done = x && take(tx) ? 1 : 2; return done'],
  ["{ take } from './events.sql.ts'", "assert(take(tx), 'it moved')"],
].map(([names, call]) =>
  plant('ignored-answer', `of a guarded update: ${call}`, {
    [USE_CASE]: `import ${names}\nexport async function cancelEvent() { inTransaction(1); ${call} }`,
    [SQL]: 'export const take = async (tx): Promise<boolean> => true',
  }),
)
