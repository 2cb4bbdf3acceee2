import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makePasswordHasher } from '../src/accounts/passwords.ts'
import { keepStage } from './stage.ts'

const HERE = '127.0.0.1'
const ROOT = resolve(import.meta.dirname, '..')
const text = readFileSync(resolve(ROOT, 'docs/security.md'), 'utf8')

/**
 * The level-1 requirements of ASVS 5.0.0, by section and number: 1 in section 1.2 is requirement
 * 1.2.1.
 */
const LEVEL_1: Record<string, number[]> = {
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2],
  '1.5': [1],
  '2.1': [1],
  '2.2': [1, 2],
  '2.3': [1],
  '3.2': [1, 2],
  '3.3': [1],
  '3.4': [1, 2],
  '3.5': [1, 2, 3],
  '4.1': [1],
  '4.4': [1],
  '5.2': [1, 2],
  '5.3': [1, 2],
  '6.1': [1],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8],
  '6.3': [1, 2],
  '6.4': [1, 2],
  '7.2': [1, 2, 3, 4],
  '7.4': [1, 2],
  '8.1': [1],
  '8.2': [1, 2],
  '8.3': [1],
  '9.1': [1, 2, 3],
  '9.2': [1],
  '10.4': [1, 2, 3, 4, 5],
  '11.3': [1, 2],
  '11.4': [1],
  '12.1': [1],
  '12.2': [1, 2],
  '13.4': [1],
  '14.2': [1],
  '14.3': [1],
  '15.1': [1],
  '15.2': [1],
  '15.3': [1],
}
const IDS = Object.entries(LEVEL_1).flatMap(([section, numbers]) =>
  numbers.map((number) => `${section}.${number}`),
)

const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))

describe('docs/security.md', () => {
  test('docs/security.md has a row for each level-1 requirement, in order', () => {
    expect(IDS).toHaveLength(70)
    const ids = rows.map(([, id = '']) => id).filter((id) => /^\d+\.\d+\.\d+$/.test(id))
    expect(ids).toEqual(IDS)
  })

  test('docs/security.md names only existing files', () => {
    const named = [
      ...text.matchAll(/`((?:\.env|[\w-][\w./-]*)\.(?:tsx?|mjs|md|json|example))`/g),
    ].map(([, path]) => path!)
    expect(named.length).toBeGreaterThan(70)
    const isThere = (path: string) => existsSync(resolve(ROOT, path)) || inSources(path)
    expect(named.filter((path) => !isThere(path))).toEqual([])
  })

  const inSources = (path: string) => existsSync(resolve(ROOT, 'src', path))

  test('each row says whether the requirement is met, and what shows it, unless nothing can', () => {
    const faults = rows
      .filter(([, id = '']) => IDS.includes(id))
      .filter(([, , , met = '', shown = '']) => !isSaid(met, shown))
    expect(faults).toEqual([])
  })

  const isSaid = (met: string, shown: string) =>
    /^(yes|does not apply|the operator's|\*\*(no|in part|not shown)\*\*)/.test(met) &&
    (shown.includes('`') || shown === '–')
})

const stage = keepStage()

test.each(['GET', 'OPTIONS', 'POST'] as const)(
  '%s from another site gets no response that its pages could read',
  async (method) => {
    for (const url of ['/api/events', '/api/auth/user', '/healthz']) {
      const headers = {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
      }
      const answer = await stage.app.inject({ method, url, headers })
      const told = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))
      expect(told, `${method} ${url}`).toEqual([])
    }
  },
)

test('a password is compared as typed, neither shortened nor changed in case', async () => {
  const passwords = makePasswordHasher()
  const typed = ` Kilimanjaro ${'x'.repeat(80)} `
  const hash = await passwords.hash(typed, HERE)
  expect(await passwords.verify(hash, typed, HERE)).toBe(true)
  for (const other of [typed.trim(), typed.toLowerCase(), typed.slice(0, 72)]) {
    expect(await passwords.verify(hash, other, HERE), other).toBe(false)
  }
})
