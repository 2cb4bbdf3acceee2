// spec: given-lines

import { expect, test } from 'vitest'
import { readLines, smsCents } from './rows.rules.ts'

const TYPES = [
  { id: 'a', name: 'VIP' },
  { id: 'b', name: 'Early Bird' },
]
const read = (text: string, types = TYPES) =>
  readLines(text, types).map(({ phone, quantity, ticketTypeId, name, fault }) =>
    fault === null ? [phone, quantity, ticketTypeId, name] : fault,
  )

test('a line is read as phone, number, type and name, whatever its spaces and cases', () => {
  expect(read('0712 345 678, 2, vip, Amina Wanjiru\n\n+254 112-345-678,1, early  BIRD ,')).toEqual([
    ['254712345678', 2, 'a', 'Amina Wanjiru'],
    ['254112345678', 1, 'b', ''],
  ])
})

test('lines copied from a spreadsheet or a CSV file are read, and headings set the columns', () => {
  const wanted = [['254712345678', 3, 'a', 'Otieno, Ann']]
  expect(read('0712345678\t3\tVIP\tOtieno, Ann')).toEqual(wanted)
  expect(read('0712345678;3;VIP;Otieno, Ann\r\n')).toEqual(wanted)
  expect(read('Name,Ticket Type,Phone,Qty\n"Otieno, Ann",VIP,712345678 ,3')).not.toEqual(wanted)
  expect(read('Name,Ticket Type,Phone,Qty\n"Otieno, Ann",VIP,0712345678,3')).toEqual(wanted)
})

test('a missing number is one ticket, and the only type of an event need not be named', () => {
  expect(read('0712345678', [TYPES[0]!])).toEqual([['254712345678', 1, 'a', '']])
  expect(read('0712345678,2', [TYPES[0]!])).toEqual([['254712345678', 2, 'a', '']])
})

test('a line says what is wrong with it, by its number in the text', () => {
  const text = [
    '0812345678,1,VIP',
    '0712345678,0,VIP',
    '0712345678,32,VIP',
    '0712345678,1',
    '0712345678,1,Gold',
    '0712345678,1,VIP',
    '0712345678,2,VIP',
    '0712345678,1,Early Bird',
  ].join('\n')
  const lines = readLines(text, TYPES)
  expect(lines.map(({ fault }) => fault?.slice(0, 30) ?? null)).toEqual([
    'This is not a Kenyan mobile nu',
    'Enter a number of tickets from',
    'Enter a number of tickets from',
    'Add the ticket type after the ',
    'This event has no ticket type ',
    null,
    'This phone number has this tic',
    null,
  ])
  expect(lines.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('each row costs one SMS part', () => {
  expect(smsCents(42)).toBe(3360)
})
