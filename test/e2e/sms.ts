import { expect } from 'vitest'
import type { Shop } from './shop.ts'

/** Waits for an SMS with these words on this phone. Returns the newest SMS with these words. */
export async function readSms(shop: Shop, phone: string, words: RegExp): Promise<string> {
  let found: string | undefined
  await expect
    .poll(async () => {
      found = (await shop.sandbox.messages(phone)).findLast((text) => words.test(text))
      return found
    })
    .toBeDefined()
  return found!
}

/** Waits like `readSms`, and returns the code with which the SMS begins. */
export const readCode = async (shop: Shop, phone: string, words: RegExp): Promise<string> =>
  (await readSms(shop, phone, words)).slice(0, 6)
