import { askByCode, type CodeOutcome } from '../../messages/screens/ask-by-code.ts'
import type { FetchApi } from '../../ui/api.ts'
import type { OwnSales } from '../sellers/own-sales.contract.ts'

export type SalesOutcome = CodeOutcome<OwnSales>

/** Requests a code by SMS, or the figures if the form already has a field for the code. */
export async function requestSales(fetchApi: FetchApi, fields: FormData): Promise<SalesOutcome> {
  const path = '/api/functions/my-sales'
  return await askByCode<OwnSales>(fetchApi, fields, { codePath: `${path}/code`, path })
}
