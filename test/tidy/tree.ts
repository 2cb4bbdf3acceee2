import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Files } from './source.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const TEXT = /\.(ts|tsx|mts|mjs|js|sql|css|html|md|json|ya?ml|sh)$/
const NOT_OURS = ['node_modules', 'dist', '.data', '.git']

/** The tree that a commit would contain: tracked files, and new files that are not ignored. */
export function readTree(): Files {
  const paths = listedByGit() ?? walk()
  const present = paths.filter((path) => existsSync(join(ROOT, path)))
  return new Map(present.map((path) => [path, readText(path)]))
}

function readText(path: string): string {
  return TEXT.test(path) ? readFileSync(join(ROOT, path), 'utf8') : ''
}

/** The files listed by git. Null without git, or outside of a clone. */
function listedByGit(): string[] | null {
  if (!existsSync(join(ROOT, '.git'))) return null
  try {
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const out = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 })
    return [...new Set(out.split('\0').filter(Boolean))]
  } catch {
    return null
  }
}

export function walk(folder = ROOT): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.includes(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [relative(ROOT, path).split(sep).join('/')]
  })
}
