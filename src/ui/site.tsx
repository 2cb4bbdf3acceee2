import { createContext, useContext } from 'react'

/** Facts about the shop that the browser can only learn from the server. */
export type Site = {
  /** The public origin, used in QR codes and canonical links. */
  origin: string
  /** True if no money moves. */
  sandbox: boolean
  /** The code for buying without internet, or '' if it is turned off. */
  ussdCode: string
  /**
   * Whether the page offers payment by paybill. False if we have a till, which takes no account
   * number.
   */
  paybill?: boolean
  /** True if buyers may pay the paybill from Airtel Money and T-Kash. */
  wallets?: boolean
  /** True if the operator sends no newsletter. Absent otherwise, which keeps pages small. */
  noNewsletter?: true
  /** The request id of a failed page. The log entry has the same id. */
  faultId?: string
}

const SiteContext = createContext<Site>({ origin: '', sandbox: false, ussdCode: '' })

export const SiteProvider = SiteContext.Provider

export function useSite(): Site {
  return useContext(SiteContext)
}
