// spec: transfer-people-kept, refund-part-of-ticket
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newPhone } from '../../test/build.ts'
import { keepGate } from '../../test/gate.ts'
import { refundOrder } from '../../test/refunds.ts'
import { askToSend, readCode, sayCode } from '../../test/transfers.ts'
import { readPayload } from '../tickets/number.rules.ts'

const gate = keepGate({ types: [{ name: 'VIP', maxPerOrder: 31, capacity: 5000 }] })

async function readTickets(orderId: string) {
  return await gate.stage.db
    .selectFrom('ticket')
    .select(['number', 'state', 'void_reason', 'admits', 'admitted'])
    .where('order_id', '=', orderId)
    .orderBy('part')
    .execute()
}

const step = fc.record({
  /**
   * Chooses one of the tickets that exist when this step runs: the index is `which` modulo the
   * count of tickets.
   */
  which: fc.nat(),
  people: fc.integer({ min: 1, max: 4 }),
  does: fc.constantFrom('send', 'let in', 'refund'),
})

test('transfers, refunds and check-ins in any order let in as many people as were bought and not refunded, and none twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 9 }),
      fc.array(step, { minLength: 1, maxLength: 6 }),
      async (bought, steps) => {
        const { number, orderId } = await gate.buy([bought])
        let inside = 0
        let refunded = 0
        for (const { which, people, does } of steps) {
          const tickets = await readTickets(orderId)
          const chosen = tickets[which % tickets.length]!
          if (does === 'let in') {
            const request = { ticket_number: chosen.number, admits: people }
            inside += (await gate.decided(request)).admits
            continue
          }
          if (does === 'refund') {
            const tickets = [{ ticket_number: chosen.number, admits: people }]
            const { status } = await refundOrder(gate.stage, orderId, { tickets })
            const left = chosen.state === 'valid' ? chosen.admits - chosen.admitted : 0
            expect([people, left, status === 201]).toEqual([people, left, people <= left])
            if (status === 201) refunded += people
            continue
          }
          const request = { phone: newPhone(), admits: people }
          const { status, body } = await askToSend(gate.stage, chosen.number, request)
          const left = chosen.state === 'valid' ? chosen.admits - chosen.admitted : 0
          expect(status).toBe(people <= left ? 202 : 409)
          if (status !== 202) continue
          const { code } = await readCode(gate.stage)
          expect((await sayCode(gate.stage, body.id, code)).status).toBe(200)
        }
        const tickets = await readTickets(orderId)
        const good = tickets.filter(({ state }) => state !== 'void')
        expect(good.reduce((sum, { admits }) => sum + admits, 0)).toBe(bought - refunded)
        expect(tickets.reduce((sum, { admitted }) => sum + admitted, 0)).toBe(inside)
        for (const ticket of tickets) {
          if (ticket.number === number) continue
          // The ticket number says how many people the transfer gave to this ticket. Later transfers
          // and refunds can only reduce how many people the ticket admits.
          expect(readPayload(ticket.number).admits).toBeGreaterThanOrEqual(ticket.admits)
        }
        // Each ticket admits all its remaining people once, and after that no one.
        for (const ticket of tickets) await gate.decided({ ticket_number: ticket.number })
        for (const ticket of tickets) {
          const again = await gate.decided({ ticket_number: ticket.number })
          expect(again.admits).toBe(0)
        }
        const done = await readTickets(orderId)
        expect(done.reduce((sum, { admitted }) => sum + admitted, 0)).toBe(bought - refunded)
      },
    ),
    { numRuns: 12 },
  )
})
