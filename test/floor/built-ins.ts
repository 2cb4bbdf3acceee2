// Reads which built-ins and interfaces the oldest supported browsers lack.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data'
import { BROWSER_FLOOR } from '../../src/ui/browser-floor.ts'

const file = createRequire(import.meta.url).resolve('@mdn/browser-compat-data')
const data = JSON.parse(readFileSync(file, 'utf8')) as CompatData

/**
 * Names that one of the oldest supported browsers (the floor) lacks. `globals` are global objects
 * and functions, `statics` have the form 'Object.groupBy', `members` the form 'Array.toReversed'.
 */
type BuiltIns = { globals: Set<string>; statics: Set<string>; members: Set<string> }

/**
 * The names that at least one browser at the floor lacks. `known` are the names of members that all
 * browsers have on some object: a check that does not know an object's type must accept them.
 */
export function readBuiltIns(): BuiltIns & { known: Set<string> } {
  const missing = {
    globals: new Set<string>(),
    statics: new Set<string>(),
    members: new Set<string>(),
  }
  const known = new Set<string>()
  const note = (set: Set<string>, name: string, isThere: boolean) => {
    if (!isThere) set.add(name)
  }
  const { Intl: intl, ...builtIns } = data.javascript.builtins as Record<string, Identifier>
  const { api: wasm } = data.webassembly as Record<string, Identifier>
  const owners = { ...data.api, ...wasm, ...builtIns, ...intl } as Record<string, Identifier>
  for (const [owner, { __compat, ...members }] of Object.entries(owners)) {
    note(missing.globals, owner, isAtFloor(__compat))
    for (const [key, member] of Object.entries(members as Record<string, Identifier>)) {
      // Skips names that are no properties ('…_event', with spaces), and constructors.
      if (!member.__compat || /_event$|[^\w]/.test(key) || key === owner) continue
      const isThere = isAtFloor(member.__compat)
      const name = key.replace(/_static$/, '')
      if (isThere) known.add(name)
      else if (owner === 'Window') missing.globals.add(name)
      else (name === key ? missing.members : missing.statics).add(`${owner}.${name}`)
    }
  }
  return { ...missing, known }
}

/** Whether each browser of the floor supports a feature under its standard name. */
function isAtFloor(compat: CompatStatement | undefined): boolean {
  if (!compat) return true
  return Object.entries(BROWSER_FLOOR).every(([browser, floor]) => {
    const support = compat.support[browser as keyof typeof BROWSER_FLOOR]
    return [support ?? []].flat().some(({ version_added, version_removed, ...limits }) => {
      if (limits.flags || limits.prefix || limits.alternative_name) return false
      return isFrom(version_added, floor) && !isFrom(version_removed, floor)
    })
  })
}

/** Whether a version is the floor or older. An unknown version begins with '≤'. */
const isFrom = (version: unknown, floor: string) =>
  Number.parseFloat(String(version).replace('≤', '')) <= Number(floor)
