// Tests which callers and credentials each operation accepts, against the API's OpenAPI document.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LINES } from '../access/routes.ts'
import type { Named } from './document.ts'
import { CALLERS, isGates, type OpenShop, openShop } from './open-shop.ts'
import { meantRequest } from './requests.ts'

let shop: OpenShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const secured = () => shop.operations.filter((named) => !shop.admits(named, 'nobody'))

/** Credentials that are expired or invalid. */
const NO_BEARERS = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer x',
  'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4Iiwic3ViIjoieCJ9.',
  'Basic YWRtaW46YWRtaW4=',
  `Bearer ${'x'.repeat(5000)}`,
]

async function statusFor(named: Named, headers: Record<string, string>): Promise<number> {
  const request = meantRequest(named, shop.knownOf(named))
  const answer = await shop.ask(named, 'nobody', { ...request, headers })
  expect(shop.judge(named, answer), `${named.name} ${JSON.stringify(headers)}`).toEqual([])
  return answer.status
}

describe('an operation that needs a bearer', () => {
  test('%s refuses a caller without a valid bearer', async () => {
    expect(secured().length).toBeGreaterThan(30)
    for (const named of secured()) {
      expect(await statusFor(named, {}), named.name).toBe(401)
      for (const authorization of NO_BEARERS) {
        expect(await statusFor(named, { authorization }), `${named.name} ${authorization}`).toBe(
          401,
        )
      }
    }
  })

  test('%s names the role that it needs', async () => {
    for (const named of secured().filter((one) => !isGates(one))) {
      const request = meantRequest(named, shop.knownOf(named))
      const isRefused = !shop.admits(named, 'organizer')
      const { status } = await shop.ask(named, 'organizer', request)
      expect(status === 403, `${named.name} is ${status} for an organizer`).toBe(isRefused)
    }
  })
})

test('%s, although public, refuses an invalid bearer', async () => {
  const isOperators = ({ operation }: Named) => operation.security.some((one) => 'operator' in one)
  const open = shop.operations.filter((one) => shop.admits(one, 'nobody') && !isOperators(one))
  for (const named of open) {
    const headers = { ...meantRequest(named, shop.knownOf(named)).headers }
    expect(await statusFor(named, { ...headers, authorization: 'Bearer x' }), named.name).toBe(401)
  }
})

test('the access in the document agrees with the table of test/access', () => {
  const lineOf = ({ name }: Named) =>
    LINES[name.replace(/\{rest\}/, '*').replace(/\{(\w+)\}/g, ':$1')]
  for (const named of shop.operations.filter((one) => !isGates(one))) {
    // All calls of the tests come from this machine, so they count as an operator's.
    const everyone = lineOf(named)?.some((line) => ['everyone', 'operator'].includes(line.for))
    const admins = lineOf(named)?.every((line) => line.for === 'admins')
    const allowed = CALLERS.filter((caller) => shop.admits(named, caller))
    const least = everyone ? 'nobody' : admins ? 'admin' : 'organizer'
    expect([named.name, allowed[0]]).toEqual([named.name, least])
  }
})
