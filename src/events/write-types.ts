import type { Tx } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import {
  archiveTypes,
  deleteTypes,
  freeOffsets,
  insertTypes,
  lockGates,
  replaceLinks,
  selectOrdered,
  updateTypes,
} from './event-edit.sql.ts'
import type { TypePlan } from './plan-types.ts'

/** Carries out what was planned, under the locks under which it was planned. */
export async function writeTypes(
  tx: Tx,
  eventId: string,
  plan: TypePlan,
  now: Date,
): Promise<void> {
  const { removed, freed, changed, added, gates } = plan
  const gateIds = await readGates(tx, gates)
  if (removed.length > 0) {
    const ids = removed.map(({ id }) => id)
    const ordered = await selectOrdered(tx, ids)
    await archiveTypes(tx, ordered, now)
    const unordered = ids.filter((id) => !ordered.includes(id))
    if (unordered.length > 0) await deleteTypes(tx, unordered)
  }
  if (freed.length > 0)
    await freeOffsets(
      tx,
      freed.map(({ id }) => id),
    )
  if (changed.length > 0)
    await updateTypes(
      tx,
      changed.map((type) => type.new),
      now,
    )
  await insertTypes(tx, eventId, added, now)
  if (gates.length === 0) return
  const links = gates.flatMap(({ typeId }, index) =>
    gateIds[index]!.map((gateId) => ({ ticket_type_id: typeId, gate_id: gateId })),
  )
  await replaceLinks(
    tx,
    gates.map(({ typeId }) => typeId),
    links,
  )
}

/** The ids as they are stored, each once. Throws AppError where there is no such gate. */
async function readGates(tx: Tx, gates: TypePlan['gates']): Promise<string[][]> {
  const read = gates.map(({ gateIds }) => [...new Set(gateIds.map((id) => id.toLowerCase()))])
  const all = [...new Set(read.flat())].filter(isUuid)
  const known = all.length > 0 ? await lockGates(tx, all) : []
  for (const [at, ids] of read.entries()) {
    if (ids.every((id) => known.includes(id))) continue
    throw new AppError('not_found', {
      text: 'There is no such gate any more. Reload the page and choose again.',
      details: { field: `ticket_types.${gates[at]!.index}.gate_ids` },
    })
  }
  return read
}
