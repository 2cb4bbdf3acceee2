import { isNode, type Node, nameOf, type Source } from './source.ts'

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

export function functionsOf(source: Source): Node[] {
  return source.nodes.filter((node) => FUNCTIONS.includes(node.type))
}

export function isFunction(node: unknown): node is Node {
  return isNode(node) && FUNCTIONS.includes(node.type)
}

/**
 * The name of a function: its own, or that of the variable or property that holds it. '' for an
 * anonymous argument.
 */
export function functionName(source: Source, node: Node): string {
  if (isNode(node.id)) return nameOf(node.id)
  const parent = source.parents.get(node)
  if (!parent) return ''
  // A component wrapped in a call, such as memo(() => …) or forwardRef(() => …).
  const holder = parent.type === 'CallExpression' ? source.parents.get(parent) : parent
  if (holder?.type === 'VariableDeclarator') return nameOf(holder.id)
  return parent.type === 'CallExpression' ? '' : nameOf(parent.key ?? parent.left)
}

type Export = { name: string; kind: 'function' | 'type' | 'value' | 're-export'; node: Node }

export function exportsOf(source: Source): Export[] {
  const found = source.nodes.flatMap((node): Export[] => {
    if (node.type === 'ExportAllDeclaration') return [{ name: '*', kind: 're-export', node }]
    if (node.type === 'ExportDefaultDeclaration') {
      const kind = isFunction(node.declaration) ? 'function' : 'value'
      return [{ name: 'default', kind, node: node.declaration as Node }]
    }
    if (node.type !== 'ExportNamedDeclaration') return []
    if (isNode(node.declaration)) return declared(node.declaration)
    return (node.specifiers as Node[]).map((specifier) => exported(source, node, specifier))
  })
  // Overloads of a function have the same name and count once.
  return [...new Map(found.map((entry) => [`${entry.kind} ${entry.name}`, entry])).values()]
}

function exported(source: Source, node: Node, specifier: Node): Export {
  const name = nameOf(specifier.exported)
  if (node.exportKind === 'type' || specifier.exportKind === 'type') {
    return { name, kind: 'type', node }
  }
  if (node.source) return { name, kind: 're-export', node }
  const local = nameOf(specifier.local)
  const all = source.nodes.filter((other) => source.parents.get(other)?.type === 'Program')
  const match = all.flatMap(declared).find((entry) => entry.name === local)
  return match ? { ...match, name } : { name, kind: 'value', node }
}

function declared(node: Node): Export[] {
  if (node.type.startsWith('TS') && node.type !== 'TSDeclareFunction') {
    return [{ name: nameOf(node.id), kind: 'type', node }]
  }
  if (node.type === 'VariableDeclaration') {
    return (node.declarations as Node[]).map(({ id, init, ...rest }) => {
      const name = nameOf(id)
      if (isFunction(init)) return { name, kind: 'function', node: init }
      return { name, kind: 'value', node: { id, init, ...rest } as Node }
    })
  }
  const kind = /Function/.test(node.type) ? 'function' : 'value'
  return node.id ? [{ name: nameOf(node.id), kind, node }] : []
}
