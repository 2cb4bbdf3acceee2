// Rules about sizes. Only lines of code count: blank lines and lines with only a comment do not.
import { functionName, functionsOf } from './shape.ts'
import { at, isNode, isTest, type Node, nameOf, type Source, type Violation } from './source.ts'

const FILE_LINES_MAX = 300
const FUNCTION_LINES_MAX = 60
const COMPONENT_LINES_MAX = 120
const PARAMETERS_MAX = 4

const GENERATED = ['src/platform/database/schema.ts']

export function checkSizes(source: Source): Violation[] {
  if (GENERATED.includes(source.path)) return []
  return [...fileSize(source), ...functionsOf(source).flatMap((node) => functionSize(source, node))]
}

function codeLines(code: string): number {
  return code.split('\n').filter((line) => line.trim() !== '').length
}

function fileSize(source: Source): Violation[] {
  const lines = codeLines(source.code)
  const isData = source.path.startsWith('sample/') && functionsOf(source).length === 0
  if (lines <= FILE_LINES_MAX || isData) return []
  const message = `${lines} code lines, at most ${FILE_LINES_MAX}: split the file by what its parts are about.`
  return [at(source, { start: 0 }, 'size', message)]
}

function functionSize(source: Source, node: Node): Violation[] {
  const name = functionName(source, node)
  const isComponent = source.path.endsWith('.tsx') && /^[A-Z]/.test(name)
  const max = isComponent ? COMPONENT_LINES_MAX : FUNCTION_LINES_MAX
  const lines = codeLines(source.code.slice(node.start, node.end))
  const count = isRowOfTests(source, node) ? 0 : (node.params as Node[]).length
  const long = `${name || 'This function'} has ${lines} code lines, at most ${max}: give its parts names of their own.`
  const wide = `${name || 'This function'} has ${count} parameters, at most ${PARAMETERS_MAX}: take an object.`
  return [
    ...(lines > max && !isGroupOfTests(source, node) ? [at(source, node, 'size', long)] : []),
    ...(count > PARAMETERS_MAX ? [at(source, node, 'size', wide)] : []),
  ]
}

/**
 * Whether a function is the body of describe(…). Its length is not limited, because each of its
 * tests is measured separately.
 */
function isGroupOfTests(source: Source, node: Node): boolean {
  const parent = source.parents.get(node)
  if (!isTest(source.path)) return false
  const callee = parent?.type === 'CallExpression' ? (parent.callee as Node) : null
  return nameOf(callee) === 'describe' || nameOf(callee?.object) === 'describe'
}

/**
 * Whether a function is a test of test.each(rows). Its parameters are the values of a row, so their
 * number is not limited.
 */
function isRowOfTests(source: Source, node: Node): boolean {
  const callee = source.parents.get(node)?.callee
  return isNode(callee) && nameOf(callee.callee) === 'each'
}
