import type { Network } from './networks.ts'

export type Status = 'Success' | 'Incomplete' | 'Failed'

/** One USSD session, from dialling to its end. */
export interface Session {
  id: string
  msisdn: string
  network: Network
  serviceCode: string
  /** All of them so far; the wire joins them by a star. */
  inputs: string[]
  began: number
  hops: number
  screen: string
  isOpen: boolean
  /** Between an input and its screen. */
  isBusy: boolean
  lastReply: string
  timers: (() => void)[]
}
