// npm run specification: writes into docs/specification.md which test files cover each sentence
// of the specification.
import { writeFile } from 'node:fs/promises'
import { writeDocument } from '../test/specification/check.ts'
import { DOCUMENT } from '../test/specification/rows.ts'
import { readTree } from '../test/tidy/tree.ts'

await writeFile(DOCUMENT, writeDocument(readTree()))
