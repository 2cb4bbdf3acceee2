// Helpers for the tests of the rules of tidy. They make small trees of source files: some break one
// rule, and some break none.
import type { Rule } from './source.ts'

export type Tree = Record<string, string>
type Planted = { rule: Rule; what: string; path: string; files: Tree }

/**
 * Plants a violation of `rule` in the first file. The remaining files exist so that the first file
 * can refer to them.
 */
export function plant(rule: Rule, what: string, files: Tree): Planted {
  return { rule, what, path: Object.keys(files)[0]!, files }
}

export const SCREEN = 'src/events/screens/card.tsx'
export const SQL = 'src/events/events.sql.ts'
export const TEXT = 'src/events/refunds.text.ts'
export const RULES = 'src/events/event.rules.ts'
export const ROUTES = 'src/events/events.routes.ts'
export const TEST = 'src/events/event.rules.test.ts'
export const USE_CASE = 'src/events/cancel-event.ts'

export const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n')
export const bodyOf = (count: number) => lines(count, (n) => `  use(${n})`)

/**
 * Returns a .sql.ts file with one function that runs this statement, and a caller of the function.
 */
export function sqlFile(path: string, statement: string): Tree {
  const room = path.split('/')[1]
  return {
    [path]: `export function act(tx) { return ${statement} }`,
    [`src/${room}/${room}.routes.ts`]: `import { act } from '../../${path}'\nact(1)`,
  }
}
