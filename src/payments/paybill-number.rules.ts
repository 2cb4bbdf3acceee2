type PayeeSettings = { transactionType: string; shortcode: string }

/**
 * The number for payments by paybill, with the order code as account. Null for a till, which has no
 * accounts.
 */
export function paybillNumber({ transactionType, shortcode }: PayeeSettings): string | null {
  return transactionType === 'CustomerPayBillOnline' ? shortcode : null
}
