import { createContext, useContext } from 'react'

/** Facts about the shop that the browser can only learn from the server. */
export type Site = {
  /** The public address; in QR codes and canonical links. */
  origin: string
  /** True if no money moves. */
  sandbox: boolean
  /** The code for buying without internet, or '' if it is turned off. */
  ussdCode: string
  /** Whether one may pay our paybill number by hand; a till takes no account. */
  paybill?: boolean
  /** The id of a failed page's request, which the log has too. */
  faultId?: string
}

const SiteContext = createContext<Site>({ origin: '', sandbox: false, ussdCode: '' })

export const SiteProvider = SiteContext.Provider

export function useSite(): Site {
  return useContext(SiteContext)
}
