// npm run swahili: writes docs/swahili.md, every Swahili text next to its English twin.
import { writeFile } from 'node:fs/promises'
import { DOCUMENT, writeSwahili } from '../test/swahili/document.ts'

await writeFile(DOCUMENT, writeSwahili())
