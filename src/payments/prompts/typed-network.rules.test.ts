// spec: typed-networks
import { expect, it } from 'vitest'
import { typedNetwork } from './typed-network.rules.ts'

it('numbers from abroad and of other networks are told apart, and no others are named', () => {
  const networks = [
    ['foreign', '+44 7700 900123', '00255 712 345 678', '+1 (202) 555-0143', '447700900123'],
    ['airtel', '0733 345 678', '+254733345678'],
    ['telkom', '0771345678'],
    ['other', '0747345678'],
    [null, '0712345678', '+254 712 345 678', '00254712345678', '0712', '07123456789', '', 'asha'],
  ] as const
  for (const [network, ...typed] of networks) {
    for (const one of typed) expect([one, typedNetwork(one)]).toEqual([one, network])
  }
})
