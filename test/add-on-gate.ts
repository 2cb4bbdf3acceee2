import { type Gate, makeGate } from './gate.ts'

/** Makes the stage of `makeGate` with an event that sells tickets, parking and drinks. */
export async function makeAddOnGate() {
  const gate = await makeGate({
    types: [
      { name: 'Regular', gates: ['Gate A'] },
      { name: 'Standing' },
      { name: 'Parking', kind: 'add_on', gates: ['Parking'] },
      { name: 'Drinks', kind: 'add_on', gates: ['Bar 1', 'Bar 2'] },
    ],
  })
  return { ...gate, buyEach: (quantities: number[]) => buyEach(gate, quantities) }
}

/** Buys tickets of the types in their order, and returns their numbers by type. */
async function buyEach(
  { stage, buy }: Gate,
  quantities: number[],
): Promise<Record<string, string>> {
  const { orderId } = await buy(quantities)
  const tickets = await stage.db
    .selectFrom('ticket as k')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .select(['k.number', 't.name'])
    .where('k.order_id', '=', orderId)
    .execute()
  return Object.fromEntries(tickets.map(({ name, number }) => [name, number]))
}
