// Rules about imports: the order of the rooms, the files that reach the browser, and the pure
// files.
import {
  ENV,
  folderOf,
  isGate,
  isOffice,
  isPure,
  isScreen,
  isWebClient,
  kindOf,
  ROOMS,
  WIRING,
} from './rooms.ts'
import {
  at,
  type Import,
  isReference,
  isTest,
  nameOf,
  type Source,
  type Violation,
} from './source.ts'

/**
 * npm packages that pages may load. Each package increases the bytes that every visitor downloads.
 */
const BROWSER_PACKAGES = ['react', 'react-dom', 'react-router', 'qr']
/** npm packages that only the gate app loads, and no visitor. */
const GATE_PACKAGES = ['zxing-wasm']
const SERVER_PARTS = ['react-dom/server', 'react-dom/static']
const ASSET = /\.(css|svg|png|webp|avif|jpe?g|woff2)$/

export function checkImports(source: Source): Violation[] {
  return source.imports.flatMap((entry) => {
    const order = orderFault(source.path, entry)
    if (order) return [at(source, entry.node, 'room-order', order)]
    const browser = browserFault(source.path, entry)
    if (browser) return [at(source, entry.node, 'browser-imports', browser)]
    const pure = pureFault(source.path, entry)
    return pure ? [at(source, entry.node, 'pure-rules', pure)] : []
  })
}

function orderFault(path: string, entry: Import): string | null {
  const { specifier, target } = entry
  const folder = folderOf(path)
  const isRoom = folder !== null && ROOMS.includes(folder)
  if (path.startsWith('sandbox/') && target?.startsWith('src/')) {
    return `The sandbox knows nothing of our code: speak to it over HTTP, not by ${specifier}.`
  }
  if (path.startsWith('scripts/') && target?.startsWith('bench/')) {
    return `bench imports scripts: move what ${specifier} offers to scripts/, or the caller to bench/.`
  }
  if (target?.startsWith('sample/')) return sampleFault(path, entry)
  if (!path.startsWith('src/')) return null
  if (specifier === null) {
    return isRoom ? 'Write the path of a dynamic import as a plain string.' : null
  }
  if (specifier.startsWith('#') || specifier.startsWith('/')) {
    return `Import ${specifier} by its relative path.`
  }
  if (target === null || ASSET.test(target)) return null
  if (target === ENV) return envFault(path)
  if (!target.startsWith('src/')) {
    const allowed = isTest(path) || /^package\.json$/.test(target)
    return allowed
      ? null
      : `${specifier} is not part of the product: move what is needed into src/.`
  }
  if (path === ENV) {
    return folderOf(target) === 'platform' ? null : 'env.ts imports from platform alone.'
  }
  if (isRoom) return roomFault(path, folder, target)
  return folder === 'web' ? webFault(path, target) : null
}

function envFault(path: string): string | null {
  if (WIRING.includes(path) || isTest(path)) return null
  return 'Take env from Deps: only main, app and worker import env.ts.'
}

function roomFault(path: string, room: string, target: string): string | null {
  const folder = folderOf(target)
  if (folder === null) {
    return isTest(path) ? null : `A room may not import ${target}, which puts the rooms together.`
  }
  if (folder === 'web') {
    return isTest(path) ? null : 'web is the roof: take this as an argument, or move it to a room.'
  }
  // Unknown folders are reported by the check of file kinds.
  if (ROOMS.indexOf(folder) <= ROOMS.indexOf(room)) return null
  return `${folder} is to the right of ${room}: queue a job in the same transaction instead, or move this to ${folder}.`
}

function webFault(path: string, target: string): string | null {
  if (folderOf(target) !== null || isTest(path)) return null
  return `web may not import ${target}, which imports web.`
}

const WITH_SAMPLE = /^(sample|bench)\//
const DRAWING = 'sample/drawing/'

/** Rule: production imports no sample code. Only main.ts loads it, and only in a sandbox. */
function sampleFault(path: string, { specifier, target, node }: Import): string | null {
  if (isTest(path)) return null
  if (target!.startsWith(DRAWING) && !path.startsWith(DRAWING)) {
    return `${specifier} draws posters, which nothing does at run time: read their files.`
  }
  const isMain = path === 'src/main.ts' && node.type === 'ImportExpression'
  if (isMain || WITH_SAMPLE.test(path)) return null
  return `${specifier} is for the sandbox: main.ts alone loads it, by import() where it is one.`
}

function browserFault(path: string, entry: Import): string | null {
  if (isTest(path)) return null
  if (kindOf(path) === 'contract') return contractFault(entry)
  const isClient = isWebClient(path)
  const isUi = kindOf(path) === 'ui'
  if (!isScreen(path) && !isClient && !isUi) return null
  const { specifier, target, typeOnly, node } = entry
  if (specifier === null) return 'Write the path of a dynamic import as a plain string.'
  if (target === null) return packageFault(specifier, path)
  if (ASSET.test(target) || isPure(target)) return null
  if (isTest(target)) return 'Only tests import tests.'
  if (kindOf(target) === 'contract') {
    return typeOnly
      ? null
      : `Write 'import type' for ${specifier}: schemas do not go to the browser.`
  }
  if (isOffice(target) && !isOffice(path) && node.type !== 'ImportExpression') {
    return `${specifier} is the back office's: visitors would load it. Move what both need out of office/.`
  }
  if (isGate(target) && !isGate(path)) {
    return `${specifier} is of the stewards' app, which is built by itself: move what both need out of gate/.`
  }
  if (isScreen(target) || kindOf(target) === 'ui') return null
  if (isClient && isWebClient(target)) return null
  return `${specifier} is not for the browser: here only screens, contracts (types), rules, texts and ui.`
}

function packageFault(specifier: string, path: string): string | null {
  const packages = isGate(path) ? [...BROWSER_PACKAGES, ...GATE_PACKAGES] : BROWSER_PACKAGES
  const isAllowed = packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
  if (isAllowed && !SERVER_PARTS.some((part) => specifier.startsWith(part))) return null
  return `${specifier} is not for the browser: use ${BROWSER_PACKAGES.join(', ')}, or move this to the server.`
}

function contractFault({ specifier, target }: Import): string | null {
  if (target === null) return specifier === 'typebox' ? null : 'A contract imports only typebox.'
  const kind = kindOf(target)
  if (kind === 'contract' || kind === 'rules') return null
  return `A contract imports only contracts and rules, not ${specifier}.`
}

function pureFault(path: string, { specifier, target, typeOnly }: Import): string | null {
  if (!isPure(path)) return null
  const isPlain = target !== null && isPure(target)
  if (isPlain || (target !== null && kindOf(target) === 'contract' && typeOnly)) return null
  return `Rules and texts are pure: import only such and the types of contracts, not ${specifier}.`
}

const IMPURE = ['process', 'fetch', 'performance', 'crypto', 'globalThis', 'window', 'document']
const STATEFUL = ['localStorage', 'sessionStorage', 'navigator', 'setTimeout', 'setInterval']

/**
 * Rule: functions in rules and text files return the same result for the same arguments, on the
 * server and in the browser.
 */
export function checkPurity(source: Source): Violation[] {
  if (!isPure(source.path)) return []
  const advice = 'Rules and texts are pure: pass this in as an argument, not'
  return source.nodes.flatMap((node) => {
    const name = nameOf(node)
    if ([...IMPURE, ...STATEFUL].includes(name) && isReference(source, node)) {
      return [at(source, node, 'pure-rules', `${advice} ${name}.`)]
    }
    const owner = nameOf(node.object)
    if ((owner === 'Date' && name === 'now') || (owner === 'Math' && name === 'random')) {
      return [at(source, node, 'pure-rules', `${advice} ${owner}.${name}.`)]
    }
    const isNow = nameOf(node.callee) === 'Date' && (node.arguments as unknown[]).length === 0
    return isNow ? [at(source, node, 'pure-rules', `${advice} the time of this machine.`)] : []
  })
}
