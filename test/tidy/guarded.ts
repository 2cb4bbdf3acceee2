// Rule: callers use the result of a guarded update, because the result says whether the row was
// changed. A condition must await it: a promise is always true.
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
  return source.nodes.flatMap((node) => {
    const dropped = node.type === 'ExpressionStatement' ? ignoredCall(node.expression, names) : null
    if (dropped !== null) {
      const message = `${dropped} tells whether it changed anything: handle that, or assert it.`
      return [at(source, node, 'ignored-answer', message)]
    }
    const name = calledName(node)
    if (name === null || !names.has(name) || !isCondition(source, node)) return []
    return [at(source, node, 'ignored-answer', `${name} returns a promise: await it.`)]
  })
}

/** Whether a condition tests this value without `await`: an `if`, a `?`, a `!` or an assert. */
function isCondition(source: Source, node: Node): boolean {
  const parent = source.parents.get(node)!
  if (['ParenthesizedExpression', 'LogicalExpression'].includes(parent.type))
    return isCondition(source, parent)
  if (parent.type === 'UnaryExpression') return parent.operator === '!'
  if (parent.type === 'CallExpression') return nameOf(parent.callee) === 'assert'
  return parent.test === node
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
  const name = calledName(expression)
  return name !== null && names.has(name) ? name : null
}

function calledName({ type, callee }: Node): string | null {
  if (type !== 'CallExpression' || !isNode(callee)) return null
  if (callee.type !== 'MemberExpression') return nameOf(callee)
  return `${nameOf(callee.object)}.${nameOf(callee)}`
}
