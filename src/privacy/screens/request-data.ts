import { askByCode, type CodeOutcome } from '../../messages/screens/ask-by-code.ts'
import type { FetchApi } from '../../ui/api.ts'
import type { DataReply } from '../privacy.contract.ts'

/** The result of the form. `copy` is the copy of the data; `done` confirms an erasure. */
export type DataOutcome = Omit<CodeOutcome<DataReply>, 'reply'> & {
  wish: 'copy' | 'erase'
  copy?: DataReply
}

/**
 * Requests a code by SMS. If the form already has a field for the code, requests the copy or the
 * erasure instead.
 */
export async function requestData(fetchApi: FetchApi, fields: FormData): Promise<DataOutcome> {
  const wish = fields.get('wish') === 'erase' ? 'erase' : 'copy'
  const { reply, ...outcome } = await askByCode<DataReply>(fetchApi, fields, {
    codePath: '/api/functions/my-data/code',
    path: `/api/functions/my-data/${wish === 'erase' ? 'erase' : 'export'}`,
  })
  if (!reply) return { ...outcome, wish }
  if (wish === 'copy') return { ...outcome, wish, copy: reply }
  return { ...outcome, wish, done: String(reply.message) }
}
