import { expect, test } from 'vitest'
import { publicAddress } from './public-addresses.ts'

const ID = '5a17ca10-0002-4000-8000-000000000002'

test.each([
  ['/', '/'],
  ['/?utm_source=x&fbclid=1', '/'],
  ['/?category=concerts&x=1&date=all', '/?category=Concerts'],
  ['/?pages=1&category=nothing', '/'],
  [`/event/${ID}`, `/event/${ID}`],
  [`/event/${ID.toUpperCase()}/?fbclid=1&q_x=0`, `/event/${ID}`],
  [`/organizers/${ID.toUpperCase()}/?fbclid=1`, `/organizers/${ID}`],
  ['/category/Sports?pages=0', '/category/Sports'],
  ['/help/', '/help'],
  ['/HELP?x', '/help'],
  ['/terms?q=1', '/terms'],
  ['/sw', '/sw'],
  ['/sw/?fbclid=1', '/sw'],
  [`/sw/event/${ID}?utm_source=x`, `/sw/event/${ID}`],
])('%s is shared as %s among the known addresses', (target, address) => {
  expect(publicAddress(target)).toEqual({ address, isOpen: false })
})

test.each([
  ['/?q=jazz&x=1', '/?q=jazz'],
  ['/?q=jazz&pages=2', '/?q=jazz&pages=2'],
  ['/?pages=7', '/?pages=7'],
  ['/?pages=100000', '/?pages=50'],
  ['/help?q=refund&x', '/help?q=refund'],
  ['/category/sPorts', '/category/sPorts'],
  ['/category/Sports?pages=2', '/category/Sports?pages=2'],
])('%s is shared as %s among the addresses that anyone can invent', (target, address) => {
  expect(publicAddress(target)).toEqual({ address, isOpen: true })
})

test.each([
  `/event/${ID}?q_${ID}=1`,
  `/event/${ID}?fbclid=1&q_=2`,
  `/event/${ID}?code=RAFIKI20`,
  `/sw/event/${ID}?fbclid=1&code=`,
  `/event/${ID}?code=RAFIKI20`,
  `/sw/event/${ID}?fbclid=1&code=`,
  '/event/x',
  `/event/${ID}/calendar.ics`,
  `/contact/${ID}`,
  '/organizers/x',
  `/pay/${ID}`,
  `/success?order=${ID}`,
  '/my-ticket',
  '/t/0000000000000000',
  '/newsletter/unsubscribe/x',
  '/organizer',
  '/organizer/events',
  '/nothing',
  '//help',
  '//',
  '/api/events',
  `/?q=${'x'.repeat(1000)}`,
])('%s may contain one visitor’s data, so it is not shared', (target) => {
  expect(publicAddress(target)).toBeNull()
})
