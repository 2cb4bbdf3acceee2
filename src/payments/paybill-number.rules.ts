import { recipientPhone } from '../orders/order.rules.ts'
import { type Wallet, walletOf } from './wallet.rules.ts'

type PayeeSettings = { transactionType: string; shortcode: string }

/** The paybill number. Null for a till, because a till has no account numbers. */
export function paybillNumber({ transactionType, shortcode }: PayeeSettings): string | null {
  return transactionType === 'CustomerPayBillOnline' ? shortcode : null
}

/**
 * Whether M-Pesa may report a payer that is not the buyer's phone, because the money comes from
 * another network. The tickets then go to the order's own number.
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
