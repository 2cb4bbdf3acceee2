import { recipientPhone } from '../orders/order.rules.ts'
import { type Wallet, walletOf } from './wallet.rules.ts'

type PayeeSettings = { transactionType: string; shortcode: string }

/** Null for a till, which has no accounts. */
export function paybillNumber({ transactionType, shortcode }: PayeeSettings): string | null {
  return transactionType === 'CustomerPayBillOnline' ? shortcode : null
}

/**
 * Whether M-Pesa may report a payer that is not the buyer's phone, because the money comes from
 * another network. The tickets go to the order's own number.
 */
export function keepsOwnPhone(
  settings: { otherWallets: boolean },
  order: Parameters<typeof recipientPhone>[0],
): boolean {
  return offeredWallet(settings, recipientPhone(order)) !== null
}

/** Null if the shop offers no payment from other networks. */
export function offeredWallet(
  { otherWallets }: { otherWallets: boolean },
  phone: string,
): Wallet | null {
  return otherWallets ? walletOf(phone) : null
}
