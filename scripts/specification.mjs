// npm run specification: writes the test files of each row into docs/specification.md.
import { writeFile } from 'node:fs/promises'
import { writeDocument } from '../test/specification/check.ts'
import { DOCUMENT } from '../test/specification/rows.ts'
import { readTree } from '../test/tidy/tree.ts'

await writeFile(DOCUMENT, writeDocument(readTree()))
