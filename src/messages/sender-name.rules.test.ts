import { expect, test } from 'vitest'
import { senderNameFault } from './sender-name.rules.ts'

test.each([
  ['bit.ly/3xYz12', 'web addresses'],
  ['Win at pay.me', 'web addresses'],
  ['pay．me', 'web addresses'],
  ['pa\u200by.\u200bme', 'web addresses'],
  ['Safaricom/Win', 'web addresses'],
  ['win@gmail', 'web addresses'],
  ['www win', 'web addresses'],
  ['Call 0712345678', 'phone numbers'],
  ['Call 0712 345-678', 'phone numbers'],
  ['Call ０７１２３４５６７８', 'phone numbers'],
  ['Paybill 247247', 'phone numbers'],
  ['Dial *334#', 'phone numbers'],
  ['M-PESA', 'M-PESA'],
  ['Safaricom M-PESA', 'M-PESA'],
  ['SafaricomMpesa', 'M-PESA'],
  ['m . pesa', 'M-PESA'],
  ['Ｍ-ＰＥＳＡ', 'M-PESA'],
  ['M-PÉSA', 'M-PESA'],
  ['M-PE5A', 'M-PESA'],
  ['Lango', 'M-PESA'],
  ['LANG0 Tickets', 'M-PESA'],
  ['Airtel Money', 'M-PESA'],
  ['Fuliza', 'M-PESA'],
  ['T-Kash', 'M-PESA'],
])('the name %j is refused', (name, words) => {
  expect(senderNameFault(name)).toContain(words)
})

test.each([
  ...['Safaricom', 'Safaricom PLC', 'Coca-Cola', 'J.P. Morgan', 'St. John Ambulance', 'Dr. Amina'],
  ...["Lang'ata Hotel", 'Sam Pesa', 'Kilango Farm', 'Radio 104.4', 'Class of 2026', '3M', 'M&S'],
  ...['#1 Events', '株式会社', 'Airtel', 'A.I.C. Church'],
])('the name %j is accepted', (name) => {
  expect(senderNameFault(name)).toBeNull()
})
