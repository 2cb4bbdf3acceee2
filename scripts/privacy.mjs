// npm run privacy: writes docs/privacy.md, the register of personal data.
import { writeFile } from 'node:fs/promises'
import { DOCUMENT, writeRegister } from '../test/privacy/document.ts'

await writeFile(DOCUMENT, writeRegister())
