import { posix } from 'node:path'
import { parseSync } from 'vite'

/**
 * Every file of the tree, by its path from the root with `/` as separator. The text of a picture is
 * empty.
 */
export type Files = ReadonlyMap<string, string>

export type Violation = { rule: Rule; path: string; line: number; message: string }

export const RULES = [
  'room-order',
  'circle',
  'inner-room',
  'browser-imports',
  'pure-rules',
  'file-kind',
  'name',
  're-export',
  'sql-place',
  'unused-export',
  'sql-first-parameter',
  'env',
  'transaction',
  'size',
  'table-owner',
  'right-read',
  'stored-cast',
  'dates',
  'ignored-answer',
  'leftover',
  'test-habit',
  'readme',
  'english',
  'mechanism',
  'ref-write',
  'jsx',
  'face',
  'packages',
  'deps',
  'error-code',
  'parse',
] as const
export type Rule = (typeof RULES)[number]

export type Node = { type: string; start: number; end: number; [field: string]: unknown }

/** A dependency of a file: import, export … from, import(), import type, or the URL of a worker. */
export type Import = {
  /** The text between the quotes; null if the specifier is computed. */
  specifier: string | null
  /** The path in the tree that a relative specifier refers to; null for any other specifier. */
  target: string | null
  typeOnly: boolean
  node: Node
}

export type Source = {
  path: string
  /** The file with its comments replaced by blanks, so that positions stay the same. */
  code: string
  comments: readonly { value: string; start: number }[]
  nodes: readonly Node[]
  parents: ReadonlyMap<Node, Node>
  imports: readonly Import[]
  error: string | null
}

const CODE_FILE = /\.(ts|tsx|mts|mjs|js)$/

const readBefore = new WeakMap<Files, Source[]>()

/**
 * The parsed source files of a tree. Results are cached, because parsing the repository takes
 * seconds.
 */
export function readSources(files: Files): Source[] {
  const sources = readBefore.get(files) ?? readAnew(files)
  readBefore.set(files, sources)
  return sources
}

function readAnew(files: Files): Source[] {
  return [...files.keys()]
    .filter((path) => CODE_FILE.test(path) && !path.endsWith('.d.ts') && !path.endsWith('.d.mts'))
    .map((path) => readSource(path, files))
}

function readSource(path: string, files: Files): Source {
  const text = files.get(path) ?? ''
  const { program, comments, errors } = parseSync(path, text)
  const nodes: Node[] = []
  const parents = new Map<Node, Node>()
  collect(program as unknown as Node, nodes, parents)
  const empty = nodes.filter((node) => node.type === 'JSXEmptyExpression')
  const blanked = [...comments, ...empty.map((node) => parents.get(node)!)]
  const imports = nodes.flatMap((node) => importOf(node, path, files))
  const error = errors[0]?.message ?? null
  return { path, code: blank(text, blanked), comments, nodes, parents, imports, error }
}

function collect(node: Node, nodes: Node[], parents: Map<Node, Node>): void {
  nodes.push(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child)) continue
      parents.set(child, node)
      collect(child, nodes, parents)
    }
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function blank(text: string, spans: readonly { start: number; end: number }[]): string {
  let code = text
  for (const { start, end } of spans) {
    code = code.slice(0, start) + code.slice(start, end).replace(/\S/g, ' ') + code.slice(end)
  }
  return code
}

const FROM = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'TSImportType']

function importOf(node: Node, path: string, files: Files): Import[] {
  const source = sourceOf(node)
  if (!source) return []
  const specifier = textOf(source)
  const typeOnly =
    node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type'
  const target = specifier?.startsWith('.') ? resolve(path, specifier, files) : null
  return [{ specifier, target, typeOnly, node }]
}

function sourceOf(node: Node): Node | null {
  if (FROM.includes(node.type) || node.type === 'ImportExpression') {
    return isNode(node.source) ? node.source : null
  }
  const [argument] = (node.arguments ?? []) as Node[]
  const callee = nameOf(node.callee)
  if (node.type === 'CallExpression' && callee === 'require') return argument ?? null
  const isScript = /\.[mc]?[jt]sx?$/.test((argument && textOf(argument)) ?? '')
  return node.type === 'NewExpression' && callee === 'URL' && isScript ? argument! : null
}

function resolve(from: string, specifier: string, files: Files): string {
  const plain = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
  const bare = plain.replace(/\.js$/, '')
  const tries = [plain, `${bare}.ts`, `${bare}.tsx`, `${bare}/index.ts`, `${bare}/index.tsx`]
  return tries.find((path) => files.has(path)) ?? plain
}

/** The text of a string literal, or of a template without expressions. */
export function textOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  const quasis = node.quasis as { value: { raw: string } }[]
  return quasis.length === 1 ? quasis[0]!.value.raw : null
}

/** The name of an identifier, or of the last part of a member expression; '' for any other node. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return String(node.name)
  if (node.type !== 'MemberExpression') return ''
  return node.computed ? (textOf(node.property) ?? '') : nameOf(node.property)
}

export function ancestors(source: Source, node: Node): Node[] {
  const parent = source.parents.get(node)
  return parent ? [parent, ...ancestors(source, parent)] : []
}

function lineOf(source: Source, at: number): number {
  return source.code.slice(0, at).split('\n').length
}

/** A violation at a node of a source file. */
export function at(source: Source, node: { start: number }, rule: Rule, message: string) {
  return { rule, path: source.path, line: lineOf(source, node.start), message }
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith('test/')
}

/** Whether an identifier is a variable, and not a field, a key or a member of a type. */
export function isReference(source: Source, node: Node): boolean {
  if (node.type !== 'Identifier') return false
  const parent = source.parents.get(node)
  if (!parent || parent.computed) return true
  if (parent.type === 'MemberExpression') return parent.property !== node
  return parent.key !== node || parent.shorthand === true
}
