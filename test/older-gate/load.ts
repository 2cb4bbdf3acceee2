// The gate app of commit 42bdf475, which knows neither add-ons nor days. Phones at the gates of an
// event run an older app until they reload. `app.mjs.gz` is the minified bundle of the functions
// in `OlderApp`, made by `rolldown entry.ts --file app.mjs --format esm --minify`.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { decide } from '../../src/checkin/gate/engine/decide.ts'
import type { importProofKey } from '../../src/checkin/gate/engine/proof-key.ts'
import type { openSession } from '../../src/checkin/gate/engine/session.ts'
import type { readShown } from '../../src/checkin/gate/engine/shown-number.ts'
import type { sync } from '../../src/checkin/gate/engine/sync.ts'
import type { lookOf } from '../../src/checkin/gate/screens/result-look.ts'

type OlderApp = {
  decide: typeof decide
  importProofKey: typeof importProofKey
  openSession: typeof openSession
  readShown: typeof readShown
  sync: typeof sync
  lookOf: typeof lookOf
}

export async function loadOlderApp(): Promise<OlderApp> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'older-gate-'))
  const file = path.join(folder, 'app.mjs')
  try {
    const packed = fs.readFileSync(new URL('app.mjs.gz', import.meta.url))
    fs.writeFileSync(file, gunzipSync(packed))
    return await import(/* @vite-ignore */ pathToFileURL(file).href)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}
