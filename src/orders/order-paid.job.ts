import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

export const issueLane = declareLane('issue')

/** An order is paid and wants its tickets. */
export const orderPaid = declareJob<{ orderId: string }>('orders.paid', issueLane)
