// npm run swahili: writes docs/swahili.md, which has every Swahili text next to its English text.
import { writeFile } from 'node:fs/promises'
import { DOCUMENT, writeSwahili } from '../test/swahili/document.ts'

await writeFile(DOCUMENT, writeSwahili())
