// Rule: files do not import each other in a circle, not even types or by import().
import { at, isTest, type Source, type Violation } from './source.ts'

type Step = { from: Source; to: string; node: Source['imports'][number]['node'] }

export function checkCircles(sources: readonly Source[]): Violation[] {
  const files = new Map(sources.filter(({ path }) => !isTest(path)).map((one) => [one.path, one]))
  const done = new Set<string>()
  const found: Violation[] = []
  for (const start of files.keys()) {
    const circle = findCircle(start, files, done)
    if (circle) found.push(circleFault(circle))
  }
  return found
}

/**
 * Searches depth first and visits each file once. An import of a file on the current path closes a
 * circle.
 */
function findCircle(
  start: string,
  files: ReadonlyMap<string, Source>,
  done: Set<string>,
): Step[] | null {
  const way: Step[] = []
  let circle: Step[] | null = null
  const walk = (path: string): void => {
    const from = files.get(path)
    if (!from || done.has(path)) return
    done.add(path)
    for (const { target, node } of from.imports) {
      if (target === null || circle) continue
      way.push({ from, to: target, node })
      const back = way.findIndex((step) => step.from.path === target)
      if (back >= 0) circle = way.slice(back)
      else walk(target)
      way.pop()
    }
  }
  walk(start)
  return circle
}

function circleFault(circle: Step[]): Violation {
  // The report starts at the file whose path sorts first, so that it does not depend on where the
  // search began.
  const first = circle.reduce((one, other) => (other.from.path < one.from.path ? other : one))
  const names = circle.map((step) => step.from.path)
  const turn = names.indexOf(first.from.path)
  const round = [...names.slice(turn), ...names.slice(0, turn), first.from.path].join(' → ')
  return at(
    first.from,
    first.node,
    'circle',
    `${round}: move what they share into a file of its own.`,
  )
}
