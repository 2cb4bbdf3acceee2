import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'

/** The AVIF files of this picture are stored. An event that got another picture is left alone. */
export async function keepAvif(db: Db, imageKey: string): Promise<void> {
  await sql`update event set avif_key = image_key
    where image_key = ${imageKey} and avif_key is distinct from image_key`.execute(db)
}
