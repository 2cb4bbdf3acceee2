import { createContext, useContext } from 'react'

/** What the server knows about the shop and the browser cannot find out by itself. */
export type Site = {
  /** The public address; in QR codes and canonical links. */
  origin: string
  /** True if no money moves. */
  sandbox: boolean
  /** What one dials to buy without internet; '' where that cannot be done. */
  ussdCode: string
  /** Whether one may pay our paybill number by hand; a till takes no account. */
  paybill?: boolean
  /** Of a request whose page failed: the log has it too. */
  faultId?: string
}

const SiteContext = createContext<Site>({ origin: '', sandbox: false, ussdCode: '' })

export const SiteProvider = SiteContext.Provider

export function useSite(): Site {
  return useContext(SiteContext)
}
