import type { Network } from './networks.ts'

export type Status = 'Success' | 'Incomplete' | 'Failed'

/** A USSD session, from dialling to its end. */
export interface Session {
  id: string
  msisdn: string
  network: Network
  serviceCode: string
  /** All inputs so far. The gateway posts them joined by `*`. */
  inputs: string[]
  began: number
  hops: number
  screen: string
  isOpen: boolean
  /** True from an input until the next screen arrives. */
  isBusy: boolean
  lastReply: string
  timers: (() => void)[]
}
