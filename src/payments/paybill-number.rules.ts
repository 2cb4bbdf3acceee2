type PayeeSettings = { transactionType: string; shortcode: string }

/** Null for a till, which has no accounts. */
export function paybillNumber({ transactionType, shortcode }: PayeeSettings): string | null {
  return transactionType === 'CustomerPayBillOnline' ? shortcode : null
}
