// npm run schema: writes src/platform/schema.ts and migrations/schema.sql from the migrated database
// of DATABASE_URL.
import { writeFile } from 'node:fs/promises'
import { openDatabase } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'
import { dumpSchema } from '../src/platform/schema-dump.ts'
import { describeSchema } from '../src/platform/schema-types.ts'

const url = process.env.DATABASE_URL
if (!url) throw new Error('DATABASE_URL must name a database that may be migrated')
const db = openDatabase(url, 1)
await migrate(db)
await writeFile(new URL('../src/platform/schema.ts', import.meta.url), await describeSchema(db))
await writeFile(new URL('../migrations/schema.sql', import.meta.url), await dumpSchema(db))
await db.destroy()
