import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs a package of Debian, unless its program exists. Needs root. */
export function ensurePackage(name: string, program: string): string {
  if (!existsSync(program)) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['-qq', 'update'], { env, stdio: 'ignore' })
    const install = ['-qq', 'install', '-y', '--no-install-recommends', name]
    execFileSync('apt-get', install, { env, stdio: 'ignore' })
  }
  return program
}
