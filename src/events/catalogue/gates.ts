import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction, isUniqueViolation } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isRefusedBy } from '../../platform/database/refused-by.sql.ts'
import { AppError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid, newId } from '../../platform/ids.ts'
import { GATE_NAME_MAX } from '../edit.rules.ts'
import { readName } from '../editing/parse-event.ts'
import { countTypesOf, deleteGate } from '../entrances/own-gates.sql.ts'
import { USES_OF_GATE, wayInText } from '../entrances/own-gates.ts'
import { EventError } from '../errors.ts'
import type { GateInput, GateReply } from './catalogue.contract.ts'
import { insertGate, lockGate, updateGate } from './catalogue.sql.ts'

/** Adds a gate, or changes its name or offset. Throws AppError: not_found, duplicate. */
export async function saveGate(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string | null,
  input: GateInput,
): Promise<GateReply> {
  const isKept = id !== null && input.name === undefined
  const name = isKept ? null : readName(input.name, GATE_NAME_MAX)
  const by = { accountId: viewer.accountId, at: deps.clock.now() }
  try {
    return await inTransaction(deps.db, async (tx) => {
      if (id === null) {
        const place = input.gate_offset ?? null
        const saved = await insertGate(tx, { id: newId(), name: name!, gate_offset: place })
        await insertAudit(tx, by, [{ action: 'gate_added', ...change(undefined, saved) }])
        return saved
      }
      const old = isUuid(id) ? await lockGate(tx, id) : undefined
      if (!old) throw new AppError('not_found')
      const gate_offset = input.gate_offset ?? old.gate_offset
      const saved = { id: old.id, name: name ?? old.name, gate_offset }
      if (saved.name === old.name && saved.gate_offset === old.gate_offset) return saved
      await updateGate(tx, saved)
      await insertAudit(tx, by, [{ action: 'gate_changed', ...change(old, saved) }])
      return saved
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'gate__name')) throw error
    throw new EventError('duplicate', {
      text: `There is already a gate named ${name}.`,
      details: { field: 'name' },
    })
  }
}

function change(old: GateReply | undefined, saved: GateReply) {
  const shown = ({ name, gate_offset }: GateReply) => ({ name, gate_offset })
  return { subject: saved.name, before: old && shown(old), after: shown(saved) }
}

/** Removes an unused gate. Throws AppError: not_found, in_use. */
export async function removeGate(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const gate = isUuid(id) ? await lockGate(tx, id) : undefined
    if (!gate) throw new AppError('not_found')
    const count = await countTypesOf(tx, id)
    if (await isRefusedBy(tx, USES_OF_GATE, () => deleteGate(tx, id))) {
      throw new EventError('in_use', {
        text: `Tickets or check-ins name ${gate.name}, so it has to stay.`,
      })
    }
    if (count > 0) {
      const text = `${wayInText(gate.name, count)} Unlink it in their events first.`
      throw new EventError('in_use', { text })
    }
    const { name, gate_offset } = gate
    await insertAudit(tx, { accountId: viewer.accountId, at: deps.clock.now() }, [
      { action: 'gate_removed', subject: name, before: { name, gate_offset } },
    ])
  })
}
