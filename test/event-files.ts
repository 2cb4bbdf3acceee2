import type { BuiltEvent } from './build.ts'
import type { Account } from './gate.ts'
import type { Stage } from './stage.ts'

/** The rows of a file of the event, such as 'transactions', with the row of headings. */
export async function readFile(
  stage: Stage,
  { headers }: Account,
  { id }: BuiltEvent,
  kind: string,
): Promise<string[][]> {
  const file = await stage.app.inject({ url: `/api/events/${id}/${kind}.csv`, headers })
  const rows = file.body.replace('\uFEFF', '').trim().split('\r\n')
  return rows.map((row) => row.split(','))
}
