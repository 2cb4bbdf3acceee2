// spec: my-data-wrong-codes
import { expect, test, vi } from 'vitest'
import { newPhone } from '../../test/build.ts'
import { callApi } from '../../test/http.ts'
import { keepStage } from '../../test/stage.ts'

const TOTAL = 3

const stage = keepStage({ LIMIT_MISS_TOTAL: String(TOTAL) })

let addresses = 0
async function post(url: string, payload: object) {
  addresses += 1
  const remoteAddress = `10.2.0.${addresses}`
  return await callApi(stage, { method: 'POST', url, payload, remoteAddress })
}

test('wrong codes for own data from many addresses raise the alarm of wrong transfer codes, once', async () => {
  const error = vi.spyOn(stage.deps.log, 'error')
  const guess = (wish: string) =>
    post(`/api/functions/my-data/${wish}`, { phone: newPhone(), code: '123456' })
  for (let guesses = 0; guesses < TOTAL; guesses++) {
    const { status, body } = await guess(guesses % 2 ? 'erase' : 'export')
    expect([status, body.code]).toEqual([422, 'wrong_data_code'])
  }
  expect(error).not.toHaveBeenCalled()
  for (const wish of ['export', 'erase']) expect((await guess(wish)).status).toBe(422)
  expect(error).toHaveBeenCalledTimes(1)
  expect(error.mock.calls[0]![1]).toMatch(/may be guessed from many addresses/)
  // The limit is shared with look-ups by receipt.
  const reference = 'UKL9999999'
  expect((await post('/api/functions/ticket-lookup', { reference })).status).toBe(429)
  error.mockRestore()
})
