import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { EventError } from '../errors.ts'
import { deleteGate, lockGate, selectGateUse } from './catalogue.sql.ts'

/** Removes a gate that nobody enters through. Throws AppError: not_found, in_use. */
export async function removeGate(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const gate = isUuid(id) ? await lockGate(tx, id) : undefined
    if (!gate) throw new AppError('not_found')
    const use = await selectGateUse(tx, id)
    if (use.has_tickets) {
      throw new EventError('in_use', {
        text: `Tickets or check-ins name ${gate.name}, so it has to stay.`,
      })
    }
    if (use.types > 0) {
      const types = use.types === 1 ? '1 ticket type' : `${use.types} ticket types`
      const text = `${gate.name} is still the way in for ${types}. Unlink it in their events first.`
      throw new EventError('in_use', { text })
    }
    await deleteGate(tx, id)
    const { name, gate_offset } = gate
    await insertAudit(tx, { accountId: viewer.accountId, at: deps.clock.now() }, [
      { action: 'gate_removed', subject: name, before: { name, gate_offset } },
    ])
  })
}
