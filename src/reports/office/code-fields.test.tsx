import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TicketTypeReply } from '../../events/events.contract.ts'
import { type CodeDraft, NEW_CODE, toCodeRequest } from './code-draft.ts'
import { EffectFields, MaximumFields, TypeFields } from './code-fields.tsx'
import { CodePriceList } from './code-price-list.tsx'

const draft = { kind: 'amount', value: '100', max_tickets: '', max_per_phone: '' } as CodeDraft

function shown(types: object[]): string {
  const fields = {
    draft,
    types: types as TicketTypeReply[],
    onChange: () => {},
    errorOf: () => null,
  }
  const html = renderToStaticMarkup(
    <>
      <EffectFields {...fields} />
      <MaximumFields {...fields} />
    </>,
  )
  return html.replace(/<[^>]+>/g, '')
}

// spec: code-form-units
test('the form of a code says that a code counts people, if tables are sold', () => {
  const vip = { name: 'VIP' }
  const text = shown([vip, { name: 'VIP Table', sold_in: 10 }])
  expect(text).toContain('Off each ticket. Once per whole VIP Table.')
  expect(text.split('Counts people: one VIP Table uses 10.')).toHaveLength(3)
  for (const types of [[vip], [vip, { name: 'Drinks', sold_in: 3, kind: 'add_on' }]]) {
    expect(shown(types)).toContain('Leave empty for any number.')
    expect(shown(types)).not.toMatch(/people|whole/)
  }
})

// spec: code-form-prices
test('the form says that its choice covers add-ons, and strikes the prices that a code lowers', () => {
  const add = (type: object) => {
    const types = [{ id: 's', name: 'Standard', price: 400 }, type] as TicketTypeReply[]
    const fields = { draft: NEW_CODE, types, onChange: () => {}, errorOf: () => null }
    const code = toCodeRequest({ ...NEW_CODE, value: '25' }, types)
    const event = { ticket_types: types, service_fee: { basis_points: 0, fixed: 0 } }
    return renderToStaticMarkup(
      <>
        <TypeFields {...fields} />
        <CodePriceList event={event} code={code} />
      </>,
    )
  }
  const html = add({ id: 'p', name: 'Parking', price: 300, kind: 'add_on' })
  expect(html).toContain('All that are not hidden')
  expect(html).toContain('Tickets and add-ons.')
  expect(html.match(/<s>.*?<\/s>/g)).toEqual(['<s>KES 400</s>', '<s>KES 300</s>'])
  expect(html.replace(/<[^>]+>/g, '')).toContain('Standard KES 300 instead of KES 400')
  const plain = add({ id: 'd', name: 'Donation', lowest: 200 })
  expect(plain).not.toContain('add-ons')
  expect(plain.match(/<s>/g)).toHaveLength(1)
})
