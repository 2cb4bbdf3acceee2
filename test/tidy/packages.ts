// Rule: package.json lists as production dependencies exactly the packages that production imports.
import { at, type Files, type Source, textOf, type Violation } from './source.ts'

/** Packages that only `npm run dev` loads, through an import() that production never executes. */
const IN_DEVELOPMENT = ['vite']
/**
 * The programs that run in production. Pages are built earlier, together with everything that they
 * import.
 */
const STARTED = ['scripts/start.mjs', 'scripts/admin.mjs', 'src/main.ts']

export function checkPackages(sources: readonly Source[], files: Files): Violation[] {
  const text = files.get('package.json')
  if (text === undefined) return []
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> }
  const kept = Object.keys(dependencies)
  const named = reachedFrom(STARTED, sources).flatMap((source) =>
    packagesOf(source).map((name) => ({ source, ...name })),
  )
  const used = new Set(named.map(({ name }) => name))
  return [
    ...named
      .filter(({ name, isType }) => !isType && !kept.includes(name))
      .map(({ source, name, node }) =>
        at(
          source,
          node,
          'packages',
          `Production runs this: name ${name} in dependencies of package.json, not in devDependencies.`,
        ),
      ),
    ...kept
      .filter((name) => !used.has(name))
      .map((name) => ({
        rule: 'packages' as const,
        path: 'package.json',
        line: text.split('\n').findIndex((line) => line.includes(`"${name}"`)) + 1,
        message: `Nothing that runs in production imports ${name}: move it to devDependencies, or remove it.`,
      })),
  ]
}

/** The given source files and all files that they load, directly or indirectly. */
function reachedFrom(starts: readonly string[], sources: readonly Source[]): Source[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const reached = new Set<Source>()
  const visit = (path: string): void => {
    const source = byPath.get(path)
    if (!source || reached.has(source) || !/^(src|scripts)\//.test(path)) return
    reached.add(source)
    for (const { target, typeOnly } of source.imports) if (target && !typeOnly) visit(target)
  }
  starts.forEach(visit)
  return [...reached]
}

type Named = { name: string; isType: boolean; node: { start: number } }

/** The packages that a file imports, or whose files it reads from node_modules. */
function packagesOf(source: Source): Named[] {
  const imported = source.imports.flatMap(({ specifier, target, typeOnly, node }): Named[] => {
    if (specifier === null || target !== null || /^(node:|[./#])/.test(specifier)) return []
    const name = nameIn(specifier)
    const isForDevelopment = IN_DEVELOPMENT.includes(name) && node.type === 'ImportExpression'
    return [{ name, isType: typeOnly || isForDevelopment, node }]
  })
  const read = source.nodes.flatMap((node): Named[] => {
    const text = textOf(node) ?? (node.type === 'TemplateElement' ? rawOf(node) : '')
    const name = /^@[a-z0-9-]+\/[a-z0-9-]+(?=\/)/.exec(text)?.[0]
    return name ? [{ name, isType: true, node }] : []
  })
  return [...imported, ...read]
}

const nameIn = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const rawOf = (node: object) => (node as { value: { raw: string } }).value.raw
