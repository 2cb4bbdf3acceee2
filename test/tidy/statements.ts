// Finds the tables that a statement reads and the rows that it writes, in calls of the query builder
// and in sql`…` texts.
import { isNode, type Node, nameOf, type Source, textOf } from './source.ts'

export type Write = {
  verb: 'insert' | 'update' | 'delete'
  /** The table's name; '?' if it is computed. */
  table: string
  /** The columns that an update sets; '?' if they are computed. */
  columns: string[]
  node: Node
}

const BUILDERS = new Map<string, Write['verb'] | 'read'>([
  ['selectFrom', 'read'],
  ['insertInto', 'insert'],
  ['replaceInto', 'insert'],
  ['mergeInto', 'update'],
  ['updateTable', 'update'],
  ['deleteFrom', 'delete'],
])

export function isBuilderCall(node: Node): boolean {
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return false
  if (node.callee.type !== 'MemberExpression') return false
  return BUILDERS.has(nameOf(node.callee))
}

export function isSqlTemplate(node: Node): boolean {
  return node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql'
}

/** The text of a sql`…` template or of a call of raw(…), without comments and strings. */
function statementText(node: Node): string | null {
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'raw') {
    return plain(textOf((node.arguments as Node[])[0]) ?? '')
  }
  if (!isSqlTemplate(node)) return null
  const { quasis } = node.quasi as unknown as { quasis: { value: { raw: string } }[] }
  return plain(quasis.map((part) => part.value.raw).join(' ? '))
}

const plain = (statement: string): string =>
  statement
    .replace(/--.*$/gm, ' ')
    .replace(/\/\*.*?\*\//gs, ' ')
    .replace(/'[^']*'/g, "''")

export type Read = { table: string; node: Node }

const READERS = /^(selectFrom|from|using|(inner|left|right|full|cross)Join(Lateral)?)$/
/** A table of a from clause with its alias, and a whole from clause with its tables. */
const TABLE = String.raw`(?:only\s+|lateral\s+)?(?:public\.)?"?\w+"?(?:\s+(?:as\s+)?(?!on\b)\w+)?`
const FROM = new RegExp(
  String.raw`(?<!\bdelete\s+)\b(?:from|join|using)\s+(${TABLE}(?:\s*,\s*${TABLE})*)`,
  'gi',
)

/** The tables that statements read. Names of common table expressions are among them. */
export function readsOf(source: Source): Read[] {
  return source.nodes.flatMap((node) =>
    tablesRead(node).map((table) => ({ table: table.toLowerCase(), node })),
  )
}

function tablesRead(node: Node): string[] {
  const text = statementText(node)
  const lists =
    text === null ? builtTables(node) : [...text.matchAll(FROM)].map(([, list]) => list!)
  return lists.flatMap((list) =>
    list.split(',').map((table) => /(?:only\s+|lateral\s+|public\.)*"?(\w+)/i.exec(table)![1]!),
  )
}

function builtTables(node: Node): string[] {
  if (node.type !== 'CallExpression' || !READERS.test(nameOf(node.callee))) return []
  const [first] = node.arguments as Node[]
  const listed = first?.type === 'ArrayExpression' ? (first.elements as Node[]) : [first]
  return listed.flatMap((entry) => textOf(entry) ?? [])
}

export function writesOf(source: Source): Write[] {
  return source.nodes.flatMap((node) => {
    const text = statementText(node)
    if (text !== null) return writesInText(text, node)
    const verb = isBuilderCall(node) ? BUILDERS.get(nameOf(node.callee))! : 'read'
    if (verb === 'read') return []
    const table = textOf((node.arguments as Node[])[0])?.split(' ')[0] ?? '?'
    return [{ verb, table, columns: verb === 'update' ? builtColumns(source, node) : [], node }]
  })
}

const WRITE =
  /(\w+\s+)?\b(insert\s+into|merge\s+into|delete\s+from|truncate(?:\s+table)?|update)\s+(?:only\s+)?("\w+"|[\w.]+|\?)/gi
/**
 * Words after which `update` writes nothing, as in `for update`, `for no key update`, `do update
 * set`, `on update` and `after update`.
 */
const NOT_A_WRITE = /^(for|key|do|on|after|before|or)$/i

function writesInText(text: string, node: Node): Write[] {
  return [...text.matchAll(WRITE)].flatMap((match): Write[] => {
    const [whole, before = '', words, name] = match as unknown as [string, string, string, string]
    const isUpdate = /^update$/i.test(words)
    if (isUpdate && NOT_A_WRITE.test(before.trim())) return []
    const table = name
      .replace(/^public\./i, '')
      .replaceAll('"', '')
      .toLowerCase()
    const columns = isUpdate ? setColumns(text.slice(match.index + whole.length)) : []
    return [{ verb: verbOf(words), table, columns, node }]
  })
}

function verbOf(words: string): Write['verb'] {
  if (/^insert/i.test(words)) return 'insert'
  return /^(update|merge)/i.test(words) ? 'update' : 'delete'
}

/** The columns on the left of each `=` in the set clause of an update. */
function setColumns(rest: string): string[] {
  const start = /\bset\b/i.exec(rest)
  if (!start) return ['?']
  const assignments = ['']
  let depth = 0
  for (const token of rest.slice(start.index + 3).match(/\w+|\s+|\W/g) ?? []) {
    if (token === '(') depth++
    if (token === ')' && --depth < 0) break
    if (depth === 0 && /^(where|from|returning)$/i.test(token)) break
    if (depth === 0 && token === ',') assignments.push('')
    else assignments[assignments.length - 1] += token
  }
  return assignments.flatMap((text) => text.split('=')[0]!.match(/\w+|\?/g) ?? ['?'])
}

/** The fields passed to .set(…) in the same chain of calls. */
function builtColumns(source: Source, call: Node): string[] {
  for (let node = call; ; ) {
    const member = source.parents.get(node)
    const next = member && source.parents.get(member)
    if (member?.type !== 'MemberExpression' || next?.type !== 'CallExpression') return ['?']
    if (nameOf(member) === 'set') return fieldsOf((next.arguments as Node[])[0])
    node = next
  }
}

function fieldsOf(argument: unknown): string[] {
  if (!isNode(argument)) return ['?']
  const text = textOf(argument)
  if (text !== null) return [text]
  if (argument.type === 'ArrowFunctionExpression') return fieldsOf(argument.body)
  if (argument.type === 'ParenthesizedExpression') return fieldsOf(argument.expression)
  if (argument.type !== 'ObjectExpression') return ['?']
  return (argument.properties as Node[]).map((property) => nameOf(property.key) || '?')
}
