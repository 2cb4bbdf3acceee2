// Rule: another file imports each export.

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

/** Names that files import, each as '<path> <name>', or '<path> *' for a whole file. */
type Imported = {
  byAny: ReadonlySet<string>
  /** Values that the product or the sample imports. */
  byProduct: ReadonlySet<string>
}

export function importedNames(sources: readonly Source[]): Imported {
  const product = sources.filter(({ path }) => /^(src|sample)\//.test(path) && !isTest(path))
  return {
    byAny: namesIn(sources, () => true),
    byProduct: namesIn(product, ({ typeOnly }) => !typeOnly),
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
      // A namespace that is passed on as a value offers all its names.
      return parent?.type === 'MemberExpression' ? nameOf(parent) : '*'
    })
  })
}

/** Files that a tool or a computed import loads. */
const LOADED_BY_NAME =
  /^(bench\/[^/]+\.ts|src\/ui\/jsx\/.*|test\/(global|shop)-setup\.ts|[^/]+\.config\.ts)$/

/** A statement that only tests call is not needed, so the product has to call each one. */
export function checkExports(source: Source, { byAny, byProduct }: Imported): Violation[] {
  const { path } = source
  if (LOADED_BY_NAME.test(path)) return []
  const statements = new Set(sqlFunctions(source).map(({ name }) => name))
  return exportsOf(source).flatMap(({ name, node }) => {
    const isUsed = statements.has(name)
      ? byProduct.has(`${path} ${name}`)
      : byAny.has(`${path} ${name}`) || byAny.has(`${path} *`)
    const message = `No ${statements.has(name) ? 'product code' : 'file'} imports ${name}: delete it, or do not export it.`
    return isUsed ? [] : [at(source, node, 'unused-export', message)]
  })
}
