// Rules about small things that reviews would otherwise have to find.
import { ENV, folderOf, kindOf } from './rooms.ts'
import { functionName, isFunction } from './shape.ts'
import {
  ancestors,
  at,
  type Files,
  isReference,
  isTest,
  type Node,
  nameOf,
  type Source,
  type Violation,
} from './source.ts'

export function checkEnv(source: Source): Violation[] {
  if (!source.path.startsWith('src/') || source.path === ENV) return []
  const message = 'Only env.ts reads process.env: add the variable there and take it from Deps.'
  const isRead = (node: Node) => {
    const isMember = nameOf(node) === 'env' && nameOf(node.object) === 'process'
    const isUnpacked = node.type === 'VariableDeclarator' && nameOf(node.init) === 'process'
    return isMember || isUnpacked
  }
  const reads = source.nodes.filter(isRead)
  const imports = source.imports
    .filter(({ specifier, node }) => /^(node:)?process$/.test(specifier ?? '') && takesEnv(node))
    .map(({ node }) => node)
  return [...reads, ...imports].map((node) => at(source, node, 'env', message))
}

function takesEnv(node: Node): boolean {
  return ((node.specifiers ?? []) as Node[]).some((entry) => nameOf(entry.imported) === 'env')
}

const MAY_OPEN_TRANSACTIONS = ['module', 'job', 'platform', 'test']

export function checkTransactions(source: Source): Violation[] {
  const kind = kindOf(source.path)
  if (kind === null) return []
  return source.nodes.flatMap((node) => {
    const name = nameOf(node)
    if (name === 'inTransaction' && isReference(source, node)) {
      if (MAY_OPEN_TRANSACTIONS.includes(kind)) return []
      return [
        at(
          source,
          node,
          'transaction',
          'Transactions are opened in use cases and jobs: move this into one.',
        ),
      ]
    }
    const isOwn = ['transaction', 'startTransaction'].includes(nameOf(node.callee))
    const isBare = isOwn && (node.callee as Node).type === 'MemberExpression'
    // In a screen, `transaction` belongs to the browser's own database.
    if (
      !isBare ||
      kind === 'test' ||
      kind === 'screen' ||
      source.path === 'src/platform/database/db.ts'
    )
      return []
    return [
      at(
        source,
        node,
        'transaction',
        'Open it with inTransaction, which retries and forbids provider calls.',
      ),
    ]
  })
}

/**
 * Files whose functions may take all dependencies, because sending and querying prompts uses all of
 * them.
 */
const WHOLE_DEPS = ['src/payments/mpesa/daraja.ts']

/**
 * Rule: the type of a function's argument lists only the dependencies that the function uses, so
 * that callers and tests pass no others.
 */
export function checkDeps(source: Source): Violation[] {
  const { path } = source
  if (folderOf(path) === null || isTest(path) || WHOLE_DEPS.includes(path)) return []
  const isPart = (node: Node) =>
    ancestors(source, node).some(
      ({ type, typeName }) => type === 'TSIndexedAccessType' || nameOf(typeName) === 'Pick',
    )
  return source.nodes
    .filter((node) => node.type === 'TSTypeReference' && nameOf(node.typeName) === 'Deps')
    .filter((node) => !isPart(node))
    .map((node) =>
      at(source, node, 'deps', "Say which of them it uses: Pick<Deps, 'db' | 'clock'>."),
    )
}

const LEFTOVER = /\b(TODO|FIXME|XXX)\b/
const SILENCED = /@ts-(ignore|nocheck)\b/

export function checkLeftovers(source: Source): Violation[] {
  return source.comments.flatMap((comment) => {
    const word = LEFTOVER.exec(comment.value)?.[0]
    const silenced = SILENCED.exec(comment.value)?.[0]
    return [
      ...(word ? [at(source, comment, 'leftover', `${word}: do it now, or open an issue.`)] : []),
      ...(silenced ? [at(source, comment, 'leftover', `${silenced}: repair the type.`)] : []),
    ]
  })
}

export function checkOtherLeftovers(files: Files): Violation[] {
  const texts = [...files].filter(([path]) => /\.(sql|css|html|ya?ml|sh)$/.test(path))
  return texts.flatMap(([path, text]) => {
    const line = text.split('\n').findIndex((content) => LEFTOVER.test(content)) + 1
    const message = 'Do what is left over now, or open an issue.'
    return line ? [{ rule: 'leftover', path, line, message }] : []
  })
}

export function checkTests(source: Source): Violation[] {
  const isConfig = /^vitest[^/]*\.config\.ts$/.test(source.path)
  if (!isTest(source.path) && !isConfig) return []
  const pauses = pauseNames(source)
  return source.nodes.flatMap((node) => {
    const message = testFault(source, node, pauses)
    return message ? [at(source, node, 'test-habit', message)] : []
  })
}

const TEST_WORDS = ['test', 'it', 'describe', 'suite', 'bench']

function isNumber(value: unknown): boolean {
  const node = value as Node | null
  return node?.type === 'Literal' && typeof node.value === 'number'
}

function testFault(source: Source, node: Node, pauses: string[]): string | null {
  const isMember = node.type === 'MemberExpression'
  if (isMember && ['only', 'skip', 'todo'].includes(nameOf(node)) && rootIsTest(node)) {
    return `.${nameOf(node)} hides tests: remove it.`
  }
  // The test runner's option `retry` is a number. A property `retry` with a different value is not
  // that option.
  if (node.type === 'Property' && nameOf(node.key) === 'retry' && isNumber(node.value)) {
    return 'A test that needs another try is broken: find out why.'
  }
  if (!isPause(source, node, pauses) || isInWaitFor(source, node)) return null
  return 'Wait for the thing itself with waitFor, not for time to pass.'
}

function rootIsTest(node: Node): boolean {
  const { object } = node as { object?: Node }
  if (!object) return TEST_WORDS.includes(nameOf(node))
  return rootIsTest(object.type === 'CallExpression' ? (object.callee as Node) : object)
}

/** The local names of setTimeout imported from node:timers/promises. */
function pauseNames(source: Source): string[] {
  const timers = source.imports.filter(({ specifier }) =>
    /^(node:)?timers\/promises$/.test(specifier ?? ''),
  )
  const taken = timers.flatMap(({ node }) => (node.specifiers ?? []) as Node[])
  return taken
    .filter((entry) => nameOf(entry.imported) === 'setTimeout')
    .map((entry) => nameOf(entry.local))
}

function isPause(source: Source, node: Node, pauses: string[]): boolean {
  if (node.type !== 'CallExpression') return false
  const name = nameOf(node.callee)
  if (name === 'waitForTimeout' || pauses.includes(name)) return true
  const isAwaited = source.parents.get(node)?.type === 'AwaitExpression'
  if (['sleep', 'delay', 'pause'].includes(name)) return isAwaited
  return name === 'setTimeout' && resolvesPromise(source, node)
}

/**
 * Whether a promise is a plain pause: new Promise((resolve) => setTimeout(resolve, …)). A timeout
 * that rejects is a deadline, not a pause.
 */
function resolvesPromise(source: Source, call: Node): boolean {
  const executor = ancestors(source, call).find(
    (node) => isFunction(node) && nameOf(source.parents.get(node)?.callee) === 'Promise',
  )
  const [first] = (executor?.params ?? []) as Node[]
  const [callback] = call.arguments as Node[]
  if (!first || !callback) return false
  const mentions = source.nodes.filter(
    (node) =>
      node.type === 'Identifier' && node.start >= callback.start && node.end <= callback.end,
  )
  return mentions.some((node) => nameOf(node) === nameOf(first))
}

/**
 * Whether code is inside a bounded waitFor of test/, the only place in which tests may wait for
 * time to pass.
 */
function isInWaitFor(source: Source, node: Node): boolean {
  if (!source.path.startsWith('test/')) return false
  return ancestors(source, node).some(
    (outer) => isFunction(outer) && functionName(source, outer).startsWith('waitFor'),
  )
}
