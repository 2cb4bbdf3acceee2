// spec: given-lines

import { expect, test } from 'vitest'
import { columnFault, foldRepeats, readList, repeatsOf, smsCents } from './rows.rules.ts'

const TYPES = [
  { id: 'a', name: 'VIP' },
  { id: 'b', name: 'Early Bird' },
]
const read = (text: string, types = TYPES) =>
  readList(text, types).lines.map(({ phone, quantity, ticketTypeId, name, fault }) =>
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
  ].join('\n')
  const { lines } = readList(text, TYPES)
  expect(lines.map(({ fault }) => fault?.slice(0, 30) ?? null)).toEqual([
    'This is not a Kenyan mobile nu',
    'Enter a number of tickets from',
    'Enter a number of tickets from',
    'Add the ticket type after the ',
    'This event has no ticket type ',
    null,
  ])
  expect(lines.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6])
})

const columnsOf = (text: string) =>
  Object.fromEntries(readList(text, TYPES).columns.map(({ heading, use }) => [heading, use]))

test.each(['No. of tickets', 'Number of tickets', 'Qty', 'Tickets', 'Idadi', 'IDADI YA TIKETI'])(
  'a column ‘%s’ is the number of tickets',
  (heading) => {
    const text = `Phone;${heading};Type\n0712345678;4;VIP`
    expect(columnsOf(text)).toMatchObject({ [heading]: 'quantity' })
    expect(read(text)).toEqual([['254712345678', 4, 'a', '']])
  },
)

test.each(['Pax', 'Seats', 'Number', 'Guests', 'People', 'No. of guests', 'Ticket', 'Watu', 'Xyz'])(
  'a column ‘%s’ that looks like a number of tickets is asked about before anything is sent',
  (heading) => {
    const text = `Phone,${heading},Type\n0712345678,4,VIP\n0712345679,2,VIP`
    const { columns } = readList(text, TYPES)
    expect(columns[1]).toMatchObject({ heading, use: 'unknown' })
    expect(columnFault(columns)).toBe(`Choose what the column ‘${heading}’ means.`)
    const chosen = readList(text, TYPES, { [columns[1]!.key]: 'quantity' })
    expect(columnFault(chosen.columns)).toBeNull()
    expect(chosen.lines.map(({ quantity }) => quantity)).toEqual([4, 2])
    const unused = readList(text, TYPES, { [columns[1]!.key]: 'unused' })
    expect(columnFault(unused.columns)).toBeNull()
    expect(unused.lines.map(({ quantity }) => quantity)).toEqual([1, 1])
  },
)

test('an unknown column is shown as not used, and no column is left out in silence', () => {
  expect(
    columnsOf('No,Name,Phone,County,Type\n1,A,0712345678,Meru,VIP\n2,B,0712345679,Embu,VIP'),
  ).toEqual({ No: 'unused', Name: 'name', Phone: 'phone', County: 'unused', Type: 'type' })
  expect(columnsOf('Phone,Other phone,Qty\n0712345678,0712345679,1,late')).toEqual({
    ...{ Phone: 'phone', 'Other phone': 'unused', Qty: 'quantity', 'Column 4': 'unused' },
  })
  expect(readList('0712345678,1,VIP,Amina', TYPES).isMapped).toBe(false)
  const wide = readList('0712345678,1,VIP,Amina,3', TYPES)
  expect([wide.isMapped, wide.columns.at(-1)]).toMatchObject([
    ...[true, { heading: 'Column 5', use: 'unused' }],
  ])
})

test('two columns of one meaning are refused', () => {
  const { columns } = readList('Phone,Qty,Pax\n0712345678,1,2', TYPES, { '2 Pax': 'quantity' })
  expect(columnFault(columns)).toBe('Two columns have the same meaning.')
})

test('a first guest whose name looks like a heading is not taken for headings', () => {
  expect(read('0812345678,1,VIP,Simu\n0712345678,1,VIP')).toEqual([
    ...['This is not a Kenyan mobile number.', ['254712345678', 1, 'a', '']],
  ])
})

test.each([';', '\t'])('one ‘%s’ in one line does not change how other lines are read', (stray) => {
  const text = [
    '0712345671, 2, VIP, Amina',
    `0712345672, 3, VIP, Otieno${stray} Ann`,
    ['0712345673', '4', 'VIP'].join(stray),
    '0712345674, 5, VIP, Njeri',
  ].join('\n')
  const lines = read(text)
  expect(lines[0]).toEqual(['254712345671', 2, 'a', 'Amina'])
  expect(lines[1]).toEqual(['254712345672', 3, 'a', `Otieno${stray} Ann`])
  expect(lines[2]).toBe('Put commas between the fields, as in the other lines.')
  expect(lines[3]).toEqual(['254712345674', 5, 'a', 'Njeri'])
})

test('an empty first cell of a spreadsheet does not move the other cells', () => {
  expect(read('Name\tPhone\tQty\tType\n\t0712345678\t3\tVIP')).toEqual([
    ['254712345678', 3, 'a', ''],
  ])
})

test('a phone that is in several lines is one question, whose answer leaves one line or adds up', () => {
  const { lines } = readList(
    '0712345678,1,VIP\n0712345679,1,VIP\n+254712345678,2,VIP,Ann\n0712345678,30,Early Bird',
    TYPES,
  )
  expect(lines.map(({ fault }) => fault)).toEqual([null, null, null, null])
  expect(repeatsOf(lines)).toEqual([{ phone: '254712345678', lines: [1, 3, 4] }])
  const folded = (how: 'first' | 'sum') =>
    foldRepeats(lines, how).map(({ phone, quantity, ticketTypeId, name }) => [
      ...[phone, quantity, ticketTypeId, name],
    ])
  expect(folded('first')).toEqual([
    ['254712345678', 1, 'a', ''],
    ['254712345679', 1, 'a', ''],
  ])
  expect(folded('sum')).toEqual([
    ['254712345678', 3, 'a', 'Ann'],
    ['254712345679', 1, 'a', ''],
    ['254712345678', 30, 'b', ''],
  ])
  const many = readList('0712345678,30,VIP\n0712345678,2,VIP', TYPES).lines
  expect(foldRepeats(many, 'sum')).toMatchObject([
    { fault: 'Together these are more than 31 tickets.' },
  ])
})

test('each row costs one SMS part', () => {
  expect(smsCents(42)).toBe(3360)
})
