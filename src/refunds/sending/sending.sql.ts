import type { Tx } from '../../platform/database/db.ts'
import { selectSetting } from '../../platform/database/setting.sql.ts'

export const SENDING_STOPPED = 'refunds_stopped'

/** Whether refunds are sent at all: an admin can stop them, where something looks wrong. */
export async function isSendingOn(tx: Tx): Promise<boolean> {
  return (await selectSetting(tx, SENDING_STOPPED)) !== true
}
