// spec: payout-account
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { callApi } from '../../test/http.ts'
import { callFor, givePayoutAccount, setPayoutNumber, soldEvent } from '../../test/payouts.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage({ MPESA_B2C_SHORTCODE: '600111', MPESA_PARTY_B: '0600222' })

type Account = Awaited<ReturnType<typeof buildAccount>>
const HOUR_MS = 3600_000

const set = (account: Account, payload: { kind: string; number?: string }) =>
  setPayoutNumber(stage, account, payload)

/** An organizer with a paid ticket, so that new payout accounts wait for 48 hours. */
async function buildSeller() {
  const owner = await buildAccount(stage)
  await soldEvent(stage, owner)
  return owner
}

async function read({ headers }: Account, organizerId?: string) {
  const query = organizerId ? `?organizer_id=${organizerId}` : ''
  return (await callApi(stage, { url: `/api/payout_accounts${query}`, headers })).body.account
}

/** Lets 48 hours pass for the organizer's accounts. */
async function wait({ id }: Account) {
  await sql`update payout_account set created_at = created_at - interval '48 hours',
    usable_at = usable_at - interval '48 hours' where account_id = ${id}`.execute(stage.db)
}

const mpesa = (number: string) => ({ kind: 'mpesa', number })

test.each([
  [mpesa('0712 345-678'), { number: '254712345678', words: 'M-PESA 0712 345 678' }],
  [
    { kind: 'till', number: ' 543 210' },
    { number: '543210', words: 'Till 543210' },
  ],
  [
    { kind: 'till', number: '0543210' },
    { number: '543210', words: 'Till 543210' },
  ],
  [
    { kind: 'paybill', number: '522522', account_number: ' 01 234  567 ' },
    { number: '522522', account_number: '01 234 567', words: 'Paybill 522522, account 01 234 567' },
  ],
  [
    { kind: 'bank', number: '0123 4567 8901', bank: 'Equity,  Moi Avenue' },
    {
      number: '012345678901',
      bank: 'Equity, Moi Avenue',
      words: 'Equity, Moi Avenue, account 012345678901',
    },
  ],
])('%j becomes the payout account of its organizer', async (payload, wanted) => {
  const owner = await buildAccount(stage)
  expect(await read(owner)).toBeNull()
  expect(await set(owner, payload)).toMatchObject({
    status: 201,
    body: { kind: payload.kind, ...wanted },
  })
  expect(await read(owner)).toMatchObject(wanted)
  const admin = await buildAccount(stage, 'admin')
  expect(await read(admin, owner.id)).toMatchObject(wanted)
  expect(await read(await buildAccount(stage), owner.id)).toBeUndefined()
})

test.each([
  [mpesa('0812345678'), 'number'],
  [mpesa(''), 'number'],
  [{ kind: 'till', number: '1234' }, 'number'],
  [{ kind: 'till', number: '12345678' }, 'number'],
  [{ kind: 'till', number: '174379' }, 'number'],
  [{ kind: 'till', number: '0174379' }, 'number'],
  [{ kind: 'paybill', number: '0174379', account_number: '1' }, 'number'],
  [{ kind: 'till', number: '0600111' }, 'number'],
  [{ kind: 'till', number: '600222' }, 'number'],
  [{ kind: 'till', number: '0001234' }, 'number'],
  [mpesa('0733123456'), 'number'],
  [mpesa('+254 100 123 456'), 'number'],
  [mpesa('0772123456'), 'number'],
  [{ kind: 'paybill', number: '522522' }, 'account_number'],
  [{ kind: 'paybill', number: '522522', account_number: '12345678901234' }, 'account_number'],
  [{ kind: 'paybill', number: '522522', account_number: 'ACC#03929' }, 'account_number'],
  [{ kind: 'paybill', number: '522522', account_number: 'A/17' }, 'account_number'],
  [{ kind: 'paybill', number: '522522', account_number: 'A-17' }, 'account_number'],
  [{ kind: 'paybill', number: '522522', account_number: '' }, 'account_number'],
  [{ kind: 'bank', number: '1234', bank: 'Equity' }, 'number'],
  [{ kind: 'bank', number: '12345678', bank: ' ' }, 'bank'],
  [{ kind: 'paypal', number: '12345678' }, 'kind'],
  [{ kind: 'till' }, 'number'],
])('the payout account %j is refused by the name of its field', async (payload, field) => {
  const answer = await set(await buildAccount(stage), payload)
  expect(answer).toMatchObject({ status: 422, body: { field } })
})

describe('a payout account', () => {
  test('waits 48 hours if a ticket was paid for, the first one too, and its owner gets an email', async () => {
    const owner = await buildSeller()
    const { body } = await set(owner, mpesa('0712345601'))
    expect(Date.parse(body.usable_at) - Date.parse(body.created_at)).toBe(48 * HOUR_MS)
    await stage.runJobs()
    const mail = stage.mails.find(({ to }) => to === owner.email)
    expect(mail?.subject).toBe('Your payout account was added')
    expect(mail?.text).toMatch(/will go to .* from [A-Z]/)
    expect(mail?.text).toContain('an M-PESA number ending in 601')
    await wait(owner)
    expect(await read(owner)).toMatchObject({ is_usable: true })
  })

  test('that is changed waits again, and the old number gets an SMS without the new one', async () => {
    const owner = await buildSeller()
    await set(owner, mpesa('0712345602'))
    await wait(owner)
    expect(await set(owner, mpesa('0712345603'))).toMatchObject({ body: { is_usable: false } })
    // The number that received payouts before also gets an SMS about the second change.
    await set(owner, { kind: 'till', number: '543210' })
    await stage.runJobs()
    const texts = stage.textsTo('254712345602')
    // The first SMS is the code for this number.
    expect(texts.splice(0, 1)).toEqual([expect.stringMatching(/is the code/)])
    expect(texts).toHaveLength(2)
    expect(texts[0]).toMatch(
      /payouts will go to an M-PESA number ending in 603, not to this number/,
    )
    expect(texts[1]).toMatch(/payouts will go to a till ending in 210/)
    expect(stage.textsTo('254712345603')).toHaveLength(2)
    expect(await read(owner)).toMatchObject({ kind: 'till', is_usable: false })
  })

  test('that is set a second time stays as it is', async () => {
    const owner = await buildAccount(stage)
    const first = await set(owner, mpesa('0712345604'))
    expect(await set(owner, mpesa('254712345604'))).toEqual(first)
    await stage.runJobs()
    expect(stage.mails.filter(({ to }) => to === owner.email)).toHaveLength(1)
  })

  test('that was changed without its owner is usable at once if the owner sets it again', async () => {
    const owner = await buildSeller()
    await set(owner, mpesa('0712345605'))
    await wait(owner)
    await set(owner, mpesa('0712345606'))
    expect(await set(owner, mpesa('0712345605'))).toMatchObject({ body: { is_usable: true } })
    // After the change has taken effect, the earlier account waits like any new account.
    await set(owner, mpesa('0712345606'))
    await wait(owner)
    expect(await set(owner, mpesa('0712345605'))).toMatchObject({ body: { is_usable: false } })
  })

  test('changes at most five times in a day', async () => {
    const owner = await buildAccount(stage)
    for (let i = 0; i < 5; i++) expect((await set(owner, mpesa(`071234567${i}`))).status).toBe(201)
    expect((await set(owner, mpesa('0712345675'))).status).toBe(429)
    expect((await set(owner, mpesa('0712345674'))).status).toBe(429)
  })
})

// spec: payout-account-fits
test.each([
  { kind: 'till', number: '0174379' },
  { kind: 'paybill', number: '522522', account_number: 'ACC#03929' },
])('the account %j, stored under earlier rules, is not paid', async (account) => {
  const owner = await buildAccount(stage)
  const { id: event_id } = await soldEvent(stage, owner)
  await givePayoutAccount(stage, owner, account)
  const request = () => callFor(stage, owner, 'POST /api/payouts', { event_id, amount: 100 })
  expect(await request()).toMatchObject({ status: 409, body: { code: 'payout_account_unfit' } })
})
