// Rule: callers use the result of a guarded update, because the result says whether the row was
// changed.
import { at, isNode, isTest, type Node, nameOf, type Source, type Violation } from './source.ts'
import { sqlFunctions } from './sql.ts'

/** The functions of .sql.ts files that return Promise<boolean>, each as '<path> <name>'. */
export function guardedFunctions(sources: readonly Source[]): Set<string> {
  return new Set(
    sources.flatMap((source) =>
      sqlFunctions(source)
        .filter(({ node }) => answersBoolean(node))
        .map(({ name }) => `${source.path} ${name}`),
    ),
  )
}

function answersBoolean(node: Node): boolean {
  const type = isNode(node.returnType) ? (node.returnType.typeAnnotation as Node) : null
  if (nameOf(type?.typeName) !== 'Promise' || !isNode(type?.typeArguments)) return false
  const [answer] = (type.typeArguments.params ?? []) as Node[]
  return answer?.type === 'TSBooleanKeyword'
}

export function checkGuarded(source: Source, guarded: ReadonlySet<string>): Violation[] {
  if (isTest(source.path)) return []
  const names = guardedNames(source, guarded)
  return source.nodes
    .filter((node) => node.type === 'ExpressionStatement')
    .flatMap((node) => {
      const name = ignoredCall(node.expression, names)
      if (name === null) return []
      const message = `${name} tells whether it changed anything: handle that, or assert it.`
      return [at(source, node, 'ignored-answer', message)]
    })
}

/**
 * The names by which a file can call guarded functions: imported, renamed, through a namespace, or
 * declared in the file.
 */
function guardedNames(source: Source, guarded: ReadonlySet<string>): Set<string> {
  const own = [...guarded].filter((entry) => entry.startsWith(`${source.path} `))
  const imported = source.imports.flatMap(({ target, node }) =>
    ((node.specifiers ?? []) as Node[]).flatMap((entry) => {
      const local = nameOf(entry.local)
      if (entry.type === 'ImportNamespaceSpecifier') {
        const all = [...guarded].filter((one) => one.startsWith(`${target} `))
        return all.map((one) => `${local}.${one.split(' ')[1]}`)
      }
      return guarded.has(`${target} ${nameOf(entry.imported)}`) ? [local] : []
    }),
  )
  return new Set([...own.map((entry) => entry.split(' ')[1]!), ...imported])
}

/**
 * The guarded function whose result a statement drops: awaited without a use, not awaited, or under
 * `void`.
 */
function ignoredCall(expression: unknown, names: ReadonlySet<string>): string | null {
  if (!isNode(expression)) return null
  const inner = { AwaitExpression: 'argument', UnaryExpression: 'argument' }[expression.type]
  if (inner) return ignoredCall(expression[inner], names)
  if (expression.type === 'ParenthesizedExpression') {
    return ignoredCall(expression.expression, names)
  }
  if (expression.type !== 'CallExpression' || !isNode(expression.callee)) return null
  const { callee } = expression
  const name =
    callee.type === 'MemberExpression'
      ? `${nameOf(callee.object)}.${nameOf(callee)}`
      : nameOf(callee)
  return names.has(name) ? name : null
}
