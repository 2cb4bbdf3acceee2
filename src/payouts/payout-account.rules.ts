const ACCOUNT_KINDS = ['mpesa', 'till', 'paybill', 'bank'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

export type PayoutAccount = {
  kind: AccountKind
  /** A phone as 2547…, a till, a paybill, or an account number at a bank. */
  number: string
  /** The account at the paybill; '' for all other kinds. */
  account_number: string
  bank: string
}

export const KIND_LABELS: Record<AccountKind, string> = {
  mpesa: 'M-PESA number',
  till: 'Till (Buy Goods)',
  paybill: 'Paybill',
  bank: 'Bank account',
}

/** 'M-PESA 0712 345 678', 'Till 123456', 'Paybill 123456, account 78'. */
export function accountLabel({ kind, number, account_number, bank }: PayoutAccount): string {
  switch (kind) {
    case 'mpesa': {
      const local = `0${number.slice(3)}`
      return `M-PESA ${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}`
    }
    case 'till':
      return `Till ${number}`
    case 'paybill':
      return `Paybill ${number}, account ${account_number}`
    case 'bank':
      return `${bank}, account ${number}`
  }
}

const SHORT_LABELS: Record<AccountKind, string> = {
  mpesa: 'an M-PESA number',
  till: 'a till',
  paybill: 'a paybill',
  bank: 'a bank account',
}

/** 'an M-PESA number ending in 678', for messages that others may read. */
export function maskedLabel({ kind, number }: Pick<PayoutAccount, 'kind' | 'number'>): string {
  return `${SHORT_LABELS[kind]} ending in ${number.slice(-3)}`
}

export function isSameAccount(one: PayoutAccount, other: PayoutAccount): boolean {
  const named = ({ kind, number, account_number, bank }: PayoutAccount) =>
    JSON.stringify([kind, number, account_number, bank])
  return named(one) === named(other)
}
