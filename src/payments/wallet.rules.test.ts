// spec: other-wallets
import { expect, it } from 'vitest'
import { walletOf } from './wallet.rules.ts'

it('Airtel and Telkom numbers name their mobile money, and no other number does', () => {
  const airtel = ['0733345678', '+254 756 345 678', '0761345678', '0789345678', '0108345678']
  for (const typed of airtel) expect([typed, walletOf(typed)]).toEqual([typed, 'Airtel Money'])
  for (const typed of ['0771345678', '254120345678']) expect(walletOf(typed)).toBe('T-Kash')
  // Safaricom, Equitel, Faiba, a small operator, and no number.
  const none = ['0712345678', '0110345678', '0757345678', '0763345678', '0747345678', '0744345678']
  for (const typed of [...none, '0733', '+44733345678', '']) expect(walletOf(typed)).toBeNull()
})
