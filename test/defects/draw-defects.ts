import type { Files } from '../tidy/source.ts'
import { isNode, isTest, type Node, nameOf, readSources, type Source } from '../tidy/source.ts'
import { makeDraw } from '../torture/draw.ts'

/** A deliberate mistake in a product file. */
export type Defect = {
  path: string
  line: number
  kind: 'negated condition' | 'off by one' | 'missing await' | 'swapped arguments' | 'removed guard'
  before: string
  /** The whole file with the defect. */
  text: string
}

/** The rooms in which a defect costs money or sells more tickets than there are. */
export const MONEY_ROOMS = /^src\/(ledger|orders|payments|payouts|refunds)\//

const PRODUCT = /^src\/.*\.tsx?$/
const LOCKS = / for (no key update|key share|update|share)\b( of \w+(, \w+)*)?( skip locked)?/
/**
 * Names of functions whose calls a defect may remove. Asserts are not among them: an assert states
 * what cannot happen, so no test could notice its removal.
 */
const GUARD = /^(lock|refuse|require)/
const BOUNDS: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const SHOWN_MAX = 80

/**
 * Draws `count` defects in different places, at least `money` of them in MONEY_ROOMS. A seed gives
 * the same defects as long as the files do not change.
 */
export function drawDefects(
  files: Files,
  { seed, count, money }: { seed: number; count: number; money: number },
): Defect[] {
  const draw = makeDraw(seed)
  const all = readSources(files)
    .filter(({ path }) => PRODUCT.test(path) && !isTest(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .flatMap((source) => defectsIn(source, files.get(source.path)!))
  const shuffled = all
    .map((defect) => ({ defect, rank: draw.next() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ defect }) => defect)
  const isMoney = ({ path }: Defect) => MONEY_ROOMS.test(path)
  const first = shuffled.filter(isMoney).slice(0, money)
  const rest = shuffled.filter((defect) => !first.includes(defect)).slice(0, count - first.length)
  return [...first, ...rest]
}

/**
 * Whether an `await` only passes its promise on: the function returns the awaited value and has no
 * `try` around it. Without the `await`, the function's callers would await the same promise, so no
 * test could notice a difference.
 */
function isOnlyReturned({ parents }: Source, node: Node): boolean {
  const parent = parents.get(node)!
  if (parent.type !== 'ReturnStatement' && parent.type !== 'ArrowFunctionExpression') return false
  let around: Node | undefined = parent
  while (around && !/Function/.test(around.type)) {
    if (around.type === 'TryStatement') return false
    around = parents.get(around)
  }
  return true
}

type Change = { node: Node; kind: Defect['kind']; by: string }

function defectsIn(source: Source, text: string): Defect[] {
  return source.nodes.flatMap((node) => {
    const change = changeOf(source, node, text)
    if (!change) return []
    const { start, end } = change.node
    return {
      path: source.path,
      line: text.slice(0, start).split('\n').length,
      kind: change.kind,
      before: text.slice(start, end).replace(/\s+/g, ' ').slice(0, SHOWN_MAX),
      text: text.slice(0, start) + change.by + text.slice(end),
    }
  })
}

function changeOf(source: Source, node: Node, text: string): Change | null {
  const of = (part: unknown) => (isNode(part) ? text.slice(part.start, part.end) : '')
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return { node: node.test as Node, kind: 'negated condition', by: `!(${of(node.test)})` }
    case 'BinaryExpression': {
      const bound = BOUNDS[String(node.operator)]
      const by = `${of(node.left)} ${bound} ${of(node.right)}`
      return bound ? { node, kind: 'off by one', by } : null
    }
    case 'AwaitExpression':
      return isOnlyReturned(source, node)
        ? null
        : { node, kind: 'missing await', by: of(node.argument) }
    case 'CallExpression': {
      const [one, other, ...more] = node.arguments as Node[]
      if (!one || !other || ![one, other].every(({ type }) => /Identifier|Member/.test(type)))
        return null
      const by = `${of(node.callee)}(${[other, one, ...more].map(of).join(', ')})`
      return of(one) === of(other) ? null : { node, kind: 'swapped arguments', by }
    }
    case 'ExpressionStatement': {
      const { expression } = node
      const call =
        isNode(expression) && expression.type === 'AwaitExpression'
          ? expression.argument
          : expression
      const isGuard =
        isNode(call) && call.type === 'CallExpression' && GUARD.test(nameOf(call.callee))
      return isGuard ? { node, kind: 'removed guard', by: '' } : null
    }
    case 'TemplateElement': {
      const isSql = source.path.endsWith('.sql.ts') && LOCKS.test(of(node))
      return isSql ? { node, kind: 'removed guard', by: of(node).replace(LOCKS, '') } : null
    }
    default:
      return null
  }
}
