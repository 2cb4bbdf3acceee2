import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './db.ts'

// The generated result of all migrations: for readers, never run.
const NOT_A_MIGRATION = 'schema.sql'

const folder = new URL('../../../migrations/', import.meta.url)

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name !== NOT_A_MIGRATION)
  const names = files.filter((name) => name.endsWith('.sql')).sort()
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8')
    migrations[name.replace(/\.sql$/, '')] = {
      up: async (db) => {
        await sql.raw(text).execute(db)
      },
    }
  }
  return migrations
}

function migrator(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: readMigrations } })
}

const OTHER =
  'DATABASE_URL or DATA_DIR: this database was made by another version of Lango, whose migrations are not in this one. Name another one, or move it away.'

/**
 * Brings the database to the newest migration and returns the names of the migrations that ran.
 * Throws one line for the operator if the database has migrations that this version does not know.
 */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results } = await migrator(db).migrateToLatest()
  if (error instanceof Error && /^corrupted migrations/.test(error.message)) {
    throw new Error(OTHER, { cause: error })
  }
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

export async function isMigrated(db: Db): Promise<boolean> {
  return (await migrator(db).getMigrations()).every((migration) => migration.executedAt)
}
