// spec: contact-four-required
import { expect, it } from 'vitest'
import { contactFaults } from './contact.rules.ts'

const typed = { name: 'Asha', email: 'asha@example.com', subject: 'Gate', message: 'Which one?' }

it('lets a whole message go', () => {
  expect(contactFaults(typed)).toEqual({})
})

it('names each field that is empty or blank', () => {
  expect(Object.keys(contactFaults({ name: '', email: '', subject: '', message: '' }))).toEqual([
    'name',
    'email',
    'subject',
    'message',
  ])
  expect(contactFaults({ ...typed, name: '  ' })).toEqual({ name: 'Please enter your name' })
})

it('sets no bounds to lengths', () => {
  expect(contactFaults({ ...typed, name: 'A', message: 'x'.repeat(100_000) })).toEqual({})
})

it.each([
  ['asha@example.com', true],
  [' asha@club.example ', true],
  ['asha@localhost', false],
  ['asha', false],
  ['@example.com', false],
  ['a b@example.com', false],
  ['a@b@c', false],
  [`${'x'.repeat(250)}@example.com`, false],
])('%s is an address: %s', (address, is) => {
  expect(contactFaults({ ...typed, email: address }).email !== undefined).toBe(!is)
})
