// Rule: another file imports each export. A value of the product is not imported by tests alone.

import { exportsOf } from './shape.ts'
import {
  at,
  isReference,
  isTest,
  type Node,
  nameOf,
  type Source,
  type Violation,
} from './source.ts'
import { sqlFunctions } from './sql.ts'
import { TEST_ONLY } from './test-only.ts'

/** Names that files import, each as '<path> <name>', or '<path> *' for a whole file. */
type Imported = {
  byAny: ReadonlySet<string>
  /** Values that the product or the sample imports. */
  byProduct: ReadonlySet<string>
  /** Names that any file but a test imports. */
  byOthers: ReadonlySet<string>
}

export function importedNames(sources: readonly Source[]): Imported {
  const others = sources.filter(({ path }) => !path.startsWith('test/') && !isTest(path))
  const product = others.filter(({ path }) => /^(src|sample)\//.test(path))
  return {
    byAny: namesIn(sources, () => true),
    byProduct: namesIn(product, ({ typeOnly }) => !typeOnly),
    byOthers: namesIn(others, () => true),
  }
}

function namesIn(
  sources: readonly Source[],
  isCounted: (entry: Source['imports'][number]) => boolean,
): Set<string> {
  return new Set(
    sources.flatMap((source) =>
      source.imports.flatMap((entry) =>
        entry.target !== null && isCounted(entry)
          ? namesFrom(source, entry.node).map((name) => `${entry.target} ${name}`)
          : [],
      ),
    ),
  )
}

function namesFrom(source: Source, node: Node): string[] {
  if (!node.specifiers) return [nameOf(node.qualifier) || '*']
  return (node.specifiers as Node[]).flatMap((entry) => {
    if (entry.type === 'ImportDefaultSpecifier') return ['default']
    if (entry.type !== 'ImportNamespaceSpecifier') return [nameOf(entry.imported ?? entry.local)]
    const local = nameOf(entry.local)
    const uses = source.nodes.filter(
      (other) => other !== entry.local && isReference(source, other) && nameOf(other) === local,
    )
    return uses.map((use) => {
      const parent = source.parents.get(use)
      // If a namespace is passed on as a value, all its names count as imported.
      return parent?.type === 'MemberExpression' ? nameOf(parent) : '*'
    })
  })
}

/** Files that a tool or a computed import loads. */
const LOADED_BY_NAME =
  /^(bench\/[^/]+\.ts|src\/ui\/jsx\/.*|src\/web\/entry-server\.tsx|test\/(global|shop)-setup\.ts|[^/]+\.config\.ts)$/

/** The values of the product that only tests import, each as '<path> <name>'. */
export function testOnlyValues(source: Source, { byAny, byOthers }: Imported): string[] {
  const { path } = source
  if (!path.startsWith('src/') || isTest(path) || LOADED_BY_NAME.test(path)) return []
  return exportsOf(source)
    .filter(({ kind }) => kind !== 'type')
    .map(({ name }) => `${path} ${name}`)
    .filter((key) => byAny.has(key) && !byOthers.has(key) && !byOthers.has(`${path} *`))
}

const MAY_STAY: ReadonlySet<string> = new Set(Object.values(TEST_ONLY).flat())

/** Finds unused exports. The product must call each statement: calls by tests are not enough. */
export function checkExports(source: Source, imported: Imported): Violation[] {
  const { path } = source
  if (LOADED_BY_NAME.test(path)) return []
  const { byAny, byProduct } = imported
  const statements = new Set(sqlFunctions(source).map(({ name }) => name))
  const testOnly = new Set(testOnlyValues(source, imported))
  return exportsOf(source).flatMap(({ name, node }) => {
    const key = `${path} ${name}`
    const say = (text: string) => [at(source, node, 'unused-export', text)]
    if (statements.has(name)) {
      return byProduct.has(key) ? [] : say(`No product code imports ${name}: delete it.`)
    }
    if (!byAny.has(key) && !byAny.has(`${path} *`)) {
      return say(`No file imports ${name}: delete it, or do not export it.`)
    }
    if (!testOnly.has(key) || MAY_STAY.has(key)) return []
    return say(`Only tests import ${name}: test through what the product imports.`)
  })
}
