// Rule: each room declares its error codes in its errors.ts, and no code is declared twice.
import { folderOf, ROOMS } from './rooms.ts'
import { at, isNode, isTest, type Node, nameOf, type Source, type Violation } from './source.ts'

const HOME = /^src\/[a-z]+\/errors\.ts$/

export function checkErrorCodes(sources: readonly Source[]): Violation[] {
  const product = sources
    .filter(({ path }) => path.startsWith('src/') && !isTest(path))
    .sort((one, other) => place(one) - place(other))
  const first = new Map<string, string>()
  return product.flatMap((source) => [
    ...(HOME.test(source.path) ? [] : declarations(source)).map((node) =>
      at(source, node, 'error-code', "Declare a room's error codes in its errors.ts."),
    ),
    ...codesOf(source).flatMap(({ code, node }) => {
      const owner = first.get(code) ?? source.path
      first.set(code, owner)
      const message = `${code} is declared in ${owner} already: throw that one, or name this failure otherwise.`
      return owner === source.path ? [] : [at(source, node, 'error-code', message)]
    }),
  ])
}

const place = ({ path }: Source) => ROOMS.indexOf(folderOf(path) ?? '')

function declarations(source: Source): Node[] {
  return source.nodes.filter((node) => nameOf(node.callee) === 'declareErrors')
}

/** The entries of a room's errors: code, status and text. */
export function codesOf(source: Source): { code: string; node: Node }[] {
  if (!HOME.test(source.path)) return []
  return source.nodes.flatMap((node) => {
    const { value } = node as { value?: unknown }
    if (node.type !== 'Property' || !isNode(value) || value.type !== 'ArrayExpression') return []
    return [{ code: nameOf(node.key), node }]
  })
}
