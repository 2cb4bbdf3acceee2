// npm run schema: writes src/platform/database/schema.ts and migrations/schema.sql from the migrated database
// of DATABASE_URL.
import { writeFile } from 'node:fs/promises'
import { openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { dumpSchema } from '../src/platform/database/schema-dump.ts'
import { describeSchema } from '../src/platform/database/schema-types.ts'

const url = process.env.DATABASE_URL
if (!url) throw new Error('DATABASE_URL must name a database that may be migrated')
const db = openDatabase(url, 1)
await migrate(db, { isOffline: true })
await writeFile(
  new URL('../src/platform/database/schema.ts', import.meta.url),
  await describeSchema(db),
)
await writeFile(new URL('../migrations/schema.sql', import.meta.url), await dumpSchema(db))
await db.destroy()
