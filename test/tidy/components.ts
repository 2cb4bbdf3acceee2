// Rules about mistakes that React does not report.
import { isScreen } from './rooms.ts'
import { functionName, isFunction } from './shape.ts'
import { ancestors, at, isNode, type Node, nameOf, type Source, type Violation } from './source.ts'

const COMPONENT_OR_HOOK = /^([A-Z]|use[A-Z])/
/** Functions that call their argument before they return, so its code runs during rendering. */
const AT_ONCE =
  /^(useMemo|useState|useReducer|map|flatMap|filter|find|findIndex|some|every|forEach|reduce|sort|from)$/

/**
 * Finds refs that are written during rendering. React may discard a rendering, and the ref would
 * then hold a value that was never shown. A function declared in a component is assumed to run
 * later, unless its declaration also calls it, or passes it to a function in AT_ONCE.
 */
export function checkRefs(source: Source): Violation[] {
  if (!source.path.startsWith('src/')) return []
  const message =
    'Write a ref in an effect or where something happens, not while rendering; useEffectEvent reads the newest values, and useState keeps what the next rendering needs.'
  return source.nodes
    .filter((node) => isRefWrite(node) && isWhileRendering(source, node))
    .map((node) => at(source, node, 'ref-write', message))
}

function isRefWrite(node: Node): boolean {
  const isWrite = node.type === 'AssignmentExpression' || node.type === 'UpdateExpression'
  const target = node.left ?? node.argument
  return (
    isWrite && isNode(target) && target.type === 'MemberExpression' && nameOf(target) === 'current'
  )
}

function isWhileRendering(source: Source, node: Node): boolean {
  const around = ancestors(source, node).filter(isFunction)
  const holder = around.find((outer) => !isCalledAtOnce(source, outer))
  return holder !== undefined && COMPONENT_OR_HOOK.test(functionName(source, holder))
}

function isCalledAtOnce(source: Source, node: Node): boolean {
  const parent = source.parents.get(node)
  if (parent?.type === 'ParenthesizedExpression') return isCalledAtOnce(source, parent)
  if (parent?.type !== 'CallExpression') return false
  return parent.callee === node || AT_ONCE.test(nameOf(parent.callee))
}

/** Rule: a .tsx file contains JSX; a file without JSX is a .ts file. */
export function checkJsx(source: Source): Violation[] {
  if (!isScreen(source.path) || !source.path.endsWith('.tsx')) return []
  const holdsJsx = source.nodes.some(({ type }) => type === 'JSXElement' || type === 'JSXFragment')
  const offers = source.nodes.find(({ type }) => /^Export(Named|Default)Declaration$/.test(type))
  if (holdsJsx || !offers) return []
  return [at(source, offers, 'jsx', 'There is no JSX in this file: name it .ts.')]
}
