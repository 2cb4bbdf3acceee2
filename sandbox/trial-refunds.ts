import { constants, publicEncrypt } from 'node:crypto'
import { defaultOptions } from './options.ts'

// Test helpers: a merchant's refund calls and queries, and the registration of C2B addresses.

type Fields = Record<string, unknown>

/** The initiator's password, encrypted with the public key of the certificate. */
async function encryptPassword(base: string): Promise<string> {
  const key = await (await fetch(`${base}/certificate`)).text()
  const padding = constants.RSA_PKCS1_PADDING
  const password = Buffer.from(defaultOptions.initiatorPassword)
  return publicEncrypt({ key, padding }, password).toString('base64')
}

const TO_TILL = {
  SenderIdentifierType: '4',
  RecieverIdentifierType: '4',
  Amount: 400,
  PartyA: '174379',
  PartyB: '543210',
  AccountReference: 'PAYOUT1',
}

export function refundCalls<Answer>(
  base: string,
  callbacks: string,
  daraja: (path: string, body: Fields) => Promise<Answer>,
) {
  let credential: Promise<string> | undefined
  const later = async (path: string, CommandID: string, fields: Fields) => {
    credential ??= encryptPassword(base)
    return daraja(path, {
      [CommandID === 'BusinessPayment' ? 'InitiatorName' : 'Initiator']: 'langosandbox',
      SecurityCredential: await credential,
      CommandID,
      ResultURL: `${callbacks}/cb/result`,
      QueueTimeOutURL: `${callbacks}/cb/timeout`,
      Remarks: 'Refund',
      ...fields,
    })
  }
  const asOwner = { PartyA: '174379', IdentifierType: '4' }
  return {
    reverse: (receipt: string, over: Fields = {}) =>
      later('/mpesa/reversal/v1/request', 'TransactionReversal', {
        TransactionID: receipt,
        Amount: 1000,
        ReceiverParty: '174379',
        RecieverIdentifierType: '11',
        ...over,
      }),
    b2c: (id: string, over: Fields = {}) =>
      later('/mpesa/b2c/v3/paymentrequest', 'BusinessPayment', {
        OriginatorConversationID: id,
        Amount: 400,
        PartyA: '174379',
        PartyB: 254712000001,
        Occassion: 'TKT4K7Q',
        ...over,
      }),
    b2b: (over: Fields = {}) =>
      later('/mpesa/b2b/v1/paymentrequest', 'BusinessBuyGoods', { ...TO_TILL, ...over }),
    status: (over: Fields) =>
      later('/mpesa/transactionstatus/v1/query', 'TransactionStatusQuery', {
        ...asOwner,
        ...over,
      }),
    balance: (over: Fields = {}) =>
      later('/mpesa/accountbalance/v1/query', 'AccountBalance', { ...asOwner, ...over }),
    registerUrls: (over: Fields = {}, version = 2) =>
      daraja(`/mpesa/c2b/v${version}/registerurl`, {
        ShortCode: '174379',
        ResponseType: 'Completed',
        ConfirmationURL: `${callbacks}/cb/confirm`,
        ValidationURL: `${callbacks}/cb/validate`,
        ...over,
      }),
  }
}
