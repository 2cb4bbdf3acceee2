// npm run swahili: writes dist/swahili.md, which has every Swahili text next to its English text.
import { mkdir, writeFile } from 'node:fs/promises'
import { writeSwahili } from '../test/swahili/document.ts'

const DOCUMENT = 'dist/swahili.md'

await mkdir('dist', { recursive: true })
await writeFile(DOCUMENT, writeSwahili())
console.log(`Written: ${DOCUMENT}`)
