import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Db, inTransaction } from '../database/db.ts'
import { insertSetting, lockSettings, selectSetting } from '../database/setting.sql.ts'

const SETTING = 'uploads_folder'

/**
 * At the first start, records which folder has this database's uploads. At a later start with
 * another folder, throws a message for the operator, because processes with different folders would
 * miss each other's pictures.
 */
export async function fixFolder(db: Db, dataDir: string): Promise<void> {
  const folder = path.resolve(dataDir, 'storage')
  const isSame = await inTransaction(db, async (tx) => {
    await lockSettings(tx)
    const known = await selectSetting(tx, SETTING)
    const own = await readMark(folder)
    if (known === undefined) await insertSetting(tx, SETTING, own)
    return known === undefined || known === own
  })
  if (!isSame) throw new Error(otherFolder(folder))
}

const otherFolder = (folder: string) =>
  `DATA_DIR: the uploads of this database lie in another folder than ${folder}. Several processes need one folder that they share, or S3_BUCKET. After moving the folder, move its file .id too. If it is lost: delete from setting where name = '${SETTING}'.`

/** The id of the folder, which the first call writes into the folder. */
async function readMark(folder: string): Promise<string> {
  const file = path.join(folder, '.id')
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(file, randomBytes(16).toString('hex'), { flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return await readFile(file, 'utf8')
}
