import type { RefundWorld } from './refund-world.ts'
import type { Stage } from './stage.ts'

type Payment = { receipt: string; amountCents: number; phone: string }

/**
 * Simulates a reversal that the payer requested from Safaricom: M-Pesa returns the payment without
 * sending us a result.
 */
export function reverseOutside(world: RefundWorld, payment: Payment): void {
  const { receipt: original, amountCents, phone } = payment
  const back = { receipt: 'UKZ0000001', amountCents, original, phone }
  world.moved.push({ kind: 'reversal', originator: 'safaricom', ...back })
}

/** Runs the daily comparison of the books, and the queries that it starts. */
export async function passOneDay(stage: Stage, world: RefundWorld): Promise<void> {
  stage.pass(24 * 3600_000)
  await stage.sweep(['reconciliation'])
  await stage.sweep(['sold receipts'])
  await world.deliver()
}
