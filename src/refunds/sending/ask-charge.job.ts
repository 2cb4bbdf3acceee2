import { inTransaction } from '../../platform/database/db.ts'
import { declareJob, handleJob } from '../../platform/jobs/jobs.ts'
import { lockRefund } from '../refunds.sql.ts'
import { refundQuestionLane } from './ask-what-became.job.ts'
import { insertCall } from './calls.sql.ts'
import type { RefundDeps } from './pay-refund.job.ts'
import { recordQuestion } from './record-question.ts'
import { addressesOf, newCall } from './refund-calls.ts'

/** A payment to a customer was made, and what M-Pesa took for it is not known. */
export const askCharge = declareJob<{ refundId: string }>('refunds.ask_charge', refundQuestionLane)

/** M-Pesa is asked by the payment's own receipt; its answer changes nothing but the books. */
export const askChargeJob = (deps: RefundDeps) =>
  handleJob(askCharge, async ({ refundId }) => {
    const question = newCall()
    const receipt = await inTransaction(deps.db, async (tx) => {
      const refund = await lockRefund(tx, refundId)
      if (refund?.state !== 'done' || refund.way !== 'b2c') return null
      const now = deps.clock.now()
      await insertCall(tx, { ...question, refundId, kind: 'status', now })
      return refund.receipt
    })
    if (receipt === null) return
    const addresses = addressesOf(deps, question)
    const asked = { receipt, of: 'b2c', ...addresses, remarks: 'Refund charge' } as const
    await recordQuestion(deps, question, await deps.daraja.askStatus(asked))
  })
