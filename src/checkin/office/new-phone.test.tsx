import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type GateEvent, NewPhone } from './new-phone.tsx'

const gates = [
  { id: 'north', name: 'North' },
  { id: 'bar', name: 'Bar' },
]

function shown(types: object[]): string {
  const event = { id: 'e', gates, ticket_types: types } as unknown as GateEvent
  return renderToStaticMarkup(
    <NewPhone event={event} canSell={false} onMade={() => {}} onClose={() => {}} />,
  )
}

const optionsOf = (html: string) =>
  [...html.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map(([, text]) => text)

// spec: gate-phone-add-ons
test('the form of a gate phone marks the gates that redeem add-ons', () => {
  const vip = { name: 'VIP', kind: 'entry', gate_ids: ['north'] }
  const addOns = ['Drinks', 'Food'].map((name) => ({ name, kind: 'add_on', gate_ids: ['bar'] }))
  const html = shown([vip, ...addOns])
  expect(optionsOf(html)).toEqual(['All gates', 'North', 'Bar (redeems Drinks, Food, no entrance)'])
  expect(html.replaceAll('&#x27;', "'")).toContain(
    "With 'All gates' the steward picks the gate for add-ons.",
  )
  const plain = shown([vip])
  expect(optionsOf(plain)).toEqual(['All gates', 'North', 'Bar'])
  expect(plain).not.toContain('add-ons')
})
