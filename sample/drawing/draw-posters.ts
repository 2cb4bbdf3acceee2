// npm run posters: draws the posters whose drawing has changed. Posters are committed together with
// a digest of their drawing, and a test compares the digests. The shop reads the committed posters
// and draws none.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { drawPoster, fingerprintPoster } from './draw-poster.ts'
import { POSTER_KEYS } from './scenes.ts'

const FOLDER = new URL('../posters/', import.meta.url)
const RECORD = new URL('drawn.json', FOLDER)

const before = JSON.parse(await readFile(RECORD, 'utf8').catch(() => '{}'))
const drawn: Record<string, { drawing: string; file: string }> = {}
for (const key of POSTER_KEYS.toSorted()) {
  const drawing = fingerprintPoster(key)
  drawn[key] = before[key]
  if (drawn[key]?.drawing === drawing) continue
  const bytes = await drawPoster(key)
  await writeFile(new URL(`${key}.webp`, FOLDER), bytes)
  drawn[key] = { drawing, file: createHash('sha256').update(bytes).digest('hex') }
  console.log(`${key}.webp: ${bytes.length} bytes`)
}
await writeFile(RECORD, `${JSON.stringify(drawn, null, 2)}\n`)
