// npm run specification: prints which test files show each row of docs/specification.md.
import { listCoverage } from '../test/specification/check.ts'
import { readTree } from '../test/tidy/tree.ts'

for (const line of listCoverage(readTree())) console.log(line)
