import type { WorkRow } from '../src/reports/work-list/work-list.contract.ts'
import { callAsAdmin } from './refunds.ts'
import type { Stage } from './stage.ts'

/** Returns the row of the work list about a payment, refund, order or receipt. */
export async function findWork(stage: Stage, about: string): Promise<WorkRow | undefined> {
  const { body } = await callAsAdmin(stage, 'GET', '/api/work_list?limit=100')
  return body.data.find(({ key }: WorkRow) => key === about)
}
