import { type Files, type Node, readSources, type Source } from '../tidy/source.ts'

/** A test, a group of tests or a test file that is tagged with a row of the specification. */
export type SpecificationTest = {
  id: string
  file: string
  /** The code of the test, plus the code outside of tests in its file and in its helpers. */
  code: string
  /** The reason why the test does not count as proof; null if it counts. */
  fault: string | null
}

const TAG = /^\s*spec: (.+)$/
const TESTS = /^(test|it|describe)\b/
const NOT_RUN = /\.(skip|todo|skipIf|runIf|fails|only)\b/

/** Finds all tests with a comment `spec: a-row, another-row` above them. */
export function findTests(files: Files): SpecificationTest[] {
  const tagged = [...files].filter(([path, text]) => isTest(path) && text.includes('// spec: '))
  return readSources(new Map(tagged)).flatMap((source) => testsIn(source, files))
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

function testsIn(source: Source, files: Files): SpecificationTest[] {
  const text = files.get(source.path)!
  const calls = source.nodes.filter((node) => isTestCall(node, text))
  const tests = calls.filter(({ start }) => !text.startsWith('describe', start))
  const besides = blankOut(text, tests) + helpersOf(source, files)
  return source.comments.flatMap((comment) => {
    const ids = TAG.exec(comment.value)?.[1]?.split(', ') ?? []
    const about = (code: string, fault: string | null) =>
      ids.map((id) => ({ id, file: source.path, code: code + besides, fault }))
    if (isAtTop(source, comment.start)) {
      const live = calls.some((call) => isRun(call, source, text))
      return about(text, live ? null : 'no test of its file is run')
    }
    const start = nextCode(text, comment.start)
    const call = calls.find((node) => node.start === start)
    if (!call) return about('', 'stands above no test')
    const code = text.slice(call.start, call.end)
    return about(code, isRun(call, source, text) ? null : 'its test is not run')
  })
}

/**
 * Whether a call is like `test(…)` or `describe.each(…)(…)`, with a function as its last argument.
 */
function isTestCall(node: Node, text: string): boolean {
  if (node.type !== 'CallExpression' || !TESTS.test(text.slice(node.start))) return false
  const body = (node.arguments as Node[]).findLast((argument) => /Function/.test(argument.type))
  return body !== undefined
}

/** Whether a test runs: neither the test nor a group around it is skipped. */
function isRun(call: Node, source: Source, text: string): boolean {
  for (let node: Node | undefined = call; node; node = source.parents.get(node)) {
    if (!isTestCall(node, text)) continue
    const callee = node.callee as Node
    if (NOT_RUN.test(text.slice(callee.start, callee.end))) return false
  }
  return true
}

/** Whether a comment is above all imports. The comment's tag then applies to the whole file. */
function isAtTop(source: Source, place: number): boolean {
  const first = source.nodes.find((node) => node.type === 'ImportDeclaration')
  return first !== undefined && place < first.start
}

/** The position of the next code after this comment. Skips the comment lines directly below it. */
function nextCode(text: string, place: number): number {
  const rest = text.slice(place)
  return place + /^.*\n(\s*(\/\/.*)?\n)*\s*/.exec(rest)![0].length
}

function blankOut(text: string, nodes: readonly Node[]): string {
  let left = text
  for (const { start, end } of nodes) {
    left = left.slice(0, start) + ' '.repeat(end - start) + left.slice(end)
  }
  return left
}

/** The code of the helpers that a file imports from its own folder and from test/. */
function helpersOf(source: Source, files: Files): string {
  const helpers = source.imports.flatMap(({ target }) =>
    target?.startsWith('test/') ? [target] : [],
  )
  return helpers.map((path) => files.get(path) ?? '').join('\n')
}
