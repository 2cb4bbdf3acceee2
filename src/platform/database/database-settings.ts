import type { SettingsReader } from '../settings.ts'

export function databaseSettings(r: SettingsReader) {
  return {
    databaseUrl: r.text('DATABASE_URL', ''),
    /** A streaming replica for reports, exports and public pages, or null. */
    databaseReadUrl: r.optional('DATABASE_READ_URL'),
    databaseConnections: r.integer('DATABASE_CONNECTIONS', 20, 4, 200),
    databasePrepares: r.oneOf('DATABASE_PREPARE', ['yes', 'no'], 'yes') === 'yes',
  }
}
