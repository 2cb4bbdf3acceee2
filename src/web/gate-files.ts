import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { GateFiles } from './gate-document.ts'

const ENTRY = 'src/checkin/gate/screens/entry.tsx'
const STYLE = 'style.css'

/** Reads the gate app as `vite build --mode gate` has built it. */
export function readGateFiles(dist: string): GateFiles {
  const folder = resolve(dist, 'gate')
  const manifestPath = resolve(folder, '.vite/manifest.json')
  if (!existsSync(manifestPath)) throw new Error(`The gate app is not built: ${folder}.`)
  const text = readFileSync(manifestPath, 'utf8')
  const manifest = JSON.parse(text) as Record<string, { file: string }>
  const css = readFileSync(resolve(folder, manifest[STYLE]!.file), 'utf8')
  const names = readdirSync(resolve(folder, 'assets')).sort()
  const version = createHash('sha256').update(names.join()).digest('hex').slice(0, 8)
  return { folder, entry: `/gate/${manifest[ENTRY]!.file}`, css, extraHead: '', version }
}

export const gateSources = (extraHead: string): GateFiles => ({
  folder: null,
  entry: `/${ENTRY}`,
  css: '',
  extraHead: `${extraHead}<link rel="stylesheet" href="/src/ui/gate/gate.css">`,
  version: 'sources',
})
