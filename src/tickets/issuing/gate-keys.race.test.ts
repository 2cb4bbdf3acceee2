import { expect, test } from 'vitest'
import { behind } from '../../../test/behind.ts'
import { buildEvent } from '../../../test/build.ts'
import { keepStage } from '../../../test/stage.ts'
import { inTransaction } from '../../platform/database/db.ts'
import { selectKeys } from './gate-keys.sql.ts'
import { takeGateKey } from './gate-keys.ts'

const stage = keepStage()

test('two processes that make the first key of an event sign with the same key', async () => {
  const { id } = await buildEvent(stage.db)
  await stage.db.deleteFrom('gate_key').where('event_id', '=', id).execute()
  const late = await behind(
    stage.db,
    (tx) => takeGateKey(tx, id),
    () => inTransaction(stage.db, (tx) => takeGateKey(tx, id)),
  )
  // If the key that signed a number is not stored, every gate refuses the number.
  expect(await selectKeys(stage.db, id)).toEqual([late])
})
