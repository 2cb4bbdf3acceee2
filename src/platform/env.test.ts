import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CERTIFICATE } from '../../test/certificate.ts'
import { readEnv } from '../env.ts'

const CREDENTIALS = {
  MPESA_SHORTCODE: '600123',
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_PASSKEY: 'passkey-0123456789abcdef0123456789abcdef',
  MPESA_BUSINESS_NAME: 'LANGO EVENTS LTD',
  MPESA_NOMINATED_NUMBER: '254712345678',
  MPESA_INITIATOR_NAME: 'langoapi',
  MPESA_INITIATOR_PASSWORD: 'Initiator#1',
  MPESA_SECURITY_CERTIFICATE: CERTIFICATE,
  AT_USERNAME: 'lango',
  AT_API_KEY: 'atsk_0123456789abcdef0123456789abcdef',
  AT_REPORT_TOKEN: 'reports-0123456789abcdef0123456789abcdef',
  SMTP_URL: 'smtps://lango:secret@mail.example',
  MAIL_FROM: 'Lango <tickets@lango.example>',
  SESSION_SECRET: '0123456789abcdef0123456789abcdef',
  SUPPORT_EMAIL: 'help@lango.example',
  SUPPORT_PHONE: '0712 000 000',
  USSD_TOKEN: 'dialler-0123456789abcdef0123456789abcdef',
}
const PRODUCTION = {
  LANGO_ENV: 'production',
  PUBLIC_ORIGIN: 'https://lango.example',
  ...CREDENTIALS,
}

function faultsOf(source: Record<string, string | undefined>): string[] {
  try {
    readEnv(source)
  } catch (error) {
    return (error as Error).message.split('\n')
  }
  return []
}

describe('with no variable set,', () => {
  test('the shop is a sandbox on this machine alone', () => {
    expect(readEnv({})).toMatchObject({
      langoEnv: 'sandbox',
      production: false,
      development: false,
      host: '127.0.0.1',
      port: 3000,
      publicOrigin: 'http://127.0.0.1:3000',
      dataDir: '.data',
      trustProxy: false,
      callbackNetworks: [],
      timeScale: 1,
      mpesa: {
        baseUrl: 'http://127.0.0.1:3010',
        callbackOrigin: 'http://127.0.0.1:3000',
        shortcode: '174379',
        partyB: '174379',
        maxKes: 250_000,
      },
      sms: { baseUrl: 'http://127.0.0.1:3010', username: 'sandbox', senderId: null },
      mail: { smtpUrl: 'smtp://127.0.0.1:3525', from: 'Lango <tickets@lango.example>' },
      support: { email: 'support@lango.example', office: 'Nairobi, Kenya' },
      limits: { pushPerPhone: 5, pushPerAddress: 600, missPerAddress: 30, pushRate: 0 },
    })
  })

  test('a blank variable counts as not set', () => {
    expect(readEnv({ PORT: '', LANGO_ENV: '  ', MPESA_PASSKEY: '' })).toEqual(readEnv({}))
  })

  // spec: ussd-code-setting
  test('the code to dial is *265*25#, an empty one means none, and any other must be a code', () => {
    expect(readEnv({}).ussdCode).toBe('*265*25#')
    expect(readEnv({ USSD_CODE: ' *384*1234# ' }).ussdCode).toBe('*384*1234#')
    expect(readEnv({ USSD_CODE: '' }).ussdCode).toBe('')
    for (const code of ['*265*25', '265', '#', 'tel:*1#', '*1#<']) {
      expect(faultsOf({ USSD_CODE: code })).toEqual([
        `USSD_CODE must be what a phone dials, in quotes for the #, such as "*265*25#", or empty, not "${code}"`,
      ])
    }
  })

  test('other ports appear in every address', () => {
    const env = readEnv({ PORT: '4000', SANDBOX_PORT: '4010' })
    expect(env.publicOrigin).toBe('http://127.0.0.1:4000')
    expect(env.mpesa).toMatchObject({
      baseUrl: 'http://127.0.0.1:4010',
      callbackOrigin: 'http://127.0.0.1:4000',
    })
    expect(env.sms.baseUrl).toBe('http://127.0.0.1:4010')
    expect(env.mail.smtpUrl).toBe('smtp://127.0.0.1:4525')
    expect(readEnv({ SANDBOX_PORT: '65500' }).mail.smtpUrl).toBe('smtp://127.0.0.1:64985')
    expect(readEnv({ SANDBOX_SMTP_PORT: '2525' }).mail.smtpUrl).toBe('smtp://127.0.0.1:2525')
  })
})

describe('a fault', () => {
  // spec: wrong-settings-ports
  test('is reported together with all others, one line each', () => {
    const faults = faultsOf({
      LANGO_ENV: 'prod',
      PORT: '70000',
      SANDBOX_PORT: '3.5',
      PUBLIC_ORIGIN: 'lango.example',
      LOG_LEVEL: 'loud',
      DATABASE_CONNECTIONS: '-1',
      TIME_SCALE: 'fast',
      TRUST_PROXY: 'true',
      MPESA_MAX_KES: 'many',
      LIMIT_PUSH_PER_PHONE: '0',
      PUSH_RATE: '1e3',
    })
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'LANGO_ENV',
      'PORT',
      'SANDBOX_PORT',
      'PUBLIC_ORIGIN',
      'LOG_LEVEL',
      'DATABASE_CONNECTIONS',
      'TIME_SCALE',
      'TRUST_PROXY',
      'MPESA_MAX_KES',
      'LIMIT_PUSH_PER_PHONE',
      'PUSH_RATE',
    ])
    expect(faults[1]).toBe('PORT must be a whole number from 1 to 65535, not "70000"')
  })

  test.each([
    '196.201.214',
    '196.201.214.0/33',
    '2c0f:fe38::1/65',
    'safaricom.co.ke',
    '10.0.0.1,,10.0.0.2',
    '10.0.0.0/x',
  ])('is a list of networks with %s in it', (networks) => {
    const [fault, ...others] = faultsOf({ CALLBACK_NETWORKS: networks })
    expect(fault).toMatch(/^CALLBACK_NETWORKS must be networks such as 196\.201\.214\.0\/24/)
    expect(others).toEqual([])
  })

  test.each([
    ['a path', 'https://lango.example/shop'],
    ['a question', 'https://lango.example/?a=1'],
    ['another protocol', 'ftp://lango.example'],
    ['no protocol', 'lango.example:3000'],
  ])('is an address with %s', (_what, address) => {
    expect(faultsOf({ PUBLIC_ORIGIN: address })).toEqual([
      `PUBLIC_ORIGIN must be an address such as https://www.example, without a path, not "${address}"`,
    ])
  })

  test.each([
    ['SMTP_URL', 'https://mail.example'],
    ['SMTP_URL', 'mail.example:587'],
    ['SMTP_URL', 'smtp://user:hush@mail.example/path'],
    ['MAIL_FROM', 'Lango'],
    ['MAIL_FROM', 'Lango <tickets@lango.example'],
    ['MAIL_FROM', 'Lango <tickets@lango.example, help@lango.example>'],
    ['SUPPORT_EMAIL', 'Lango <help@lango.example>'],
    ['SUPPORT_EMAIL', 'help@lango.example;sales@lango.example'],
  ])('is %s as %s, reported without a password', (name, value) => {
    const faults = faultsOf({ [name]: value })
    expect(faults).toEqual([expect.stringMatching(`^${name} must be an`)])
    expect(faults[0]).not.toContain('hush')
  })

  test('is not a slash at the end', () => {
    expect(readEnv({ PUBLIC_ORIGIN: 'https://lango.example/' }).publicOrigin).toBe(
      'https://lango.example',
    )
  })

  test.each([
    ['mpesa', 'https://mpesa.example'],
    ['m-pesa', 'https://pay-m-pesa.example'],
    ['safaricom', 'https://safaricom.example'],
    ['exe', 'https://executive.example'],
    ['cmd', 'https://cmd.example'],
    ['sql', 'https://mysql.example'],
    ['query', 'https://jquery.example'],
  ])('is the word %s in the address for callbacks, which Daraja refuses', (_word, address) => {
    expect(faultsOf({ PUBLIC_ORIGIN: address })).toEqual([
      expect.stringMatching(/^MPESA_CALLBACK_ORIGIN must not contain ".*": Daraja refuses/),
    ])
    expect(faultsOf({ MPESA_CALLBACK_ORIGIN: address })).toHaveLength(1)
    const apart = { PUBLIC_ORIGIN: address, MPESA_CALLBACK_ORIGIN: 'https://cb.example' }
    expect(faultsOf(apart)).toEqual([])
  })
})

describe('production', () => {
  test('starts with credentials, an https address and the real services', () => {
    expect(readEnv(PRODUCTION)).toMatchObject({
      production: true,
      mpesa: { baseUrl: 'https://api.safaricom.co.ke', shortcode: '600123', partyB: '600123' },
      sms: { baseUrl: 'https://api.africastalking.com' },
      limits: { pushRate: 5 },
    })
  })

  // spec: production-starts-every
  test('does not start without credentials, and names every missing one', () => {
    const faults = faultsOf({ LANGO_ENV: 'production', PUBLIC_ORIGIN: 'https://lango.example' })
    const missing = Object.keys(CREDENTIALS).map(
      (name) => `${name} is missing: LANGO_ENV=production needs it`,
    )
    expect(faults.sort()).toEqual(missing.sort())
  })

  test.each(Object.keys(CREDENTIALS))('does not start without %s', (name) => {
    expect(faultsOf({ ...PRODUCTION, [name]: ' ' })).toEqual([
      `${name} is missing: LANGO_ENV=production needs it`,
    ])
  })

  // spec: production-starts-every
  test.each([
    ['http://127.0.0.1:3010'],
    ['https://127.0.0.1:3010'],
    ['https://localhost'],
    ['https://[::1]:3010'],
    ['https://sandbox.safaricom.co.ke'],
    ['https://api.sandbox.africastalking.com'],
    ['http://api.safaricom.co.ke'],
  ])('never talks to %s', (address) => {
    for (const name of ['MPESA_BASE_URL', 'AT_BASE_URL']) {
      expect(faultsOf({ ...PRODUCTION, [name]: address })).toEqual([
        `${name} must be an https address and no sandbox in production, not "${address}"`,
      ])
    }
  })

  test('requires https for buyers and callbacks', () => {
    expect(faultsOf({ ...PRODUCTION, PUBLIC_ORIGIN: 'http://lango.example' })).toEqual([
      'PUBLIC_ORIGIN must be https in production, not "http://lango.example"',
    ])
    expect(faultsOf({ ...PRODUCTION, MPESA_CALLBACK_ORIGIN: 'http://cb.example' })).toEqual([
      'MPESA_CALLBACK_ORIGIN must be https in production, not "http://cb.example"',
    ])
  })

  const sandbox = readEnv({})
  test.each([
    ['SESSION_SECRET', sandbox.sessionSecrets[0]],
    ['MPESA_PASSKEY', sandbox.mpesa.passkey],
    ['AT_API_KEY', sandbox.sms.apiKey],
    ['AT_REPORT_TOKEN', sandbox.sms.reportToken],
    ['USSD_TOKEN', sandbox.ussdToken],
  ])('refuses a %s that is published, or short enough to guess', (name, published) => {
    expect(faultsOf({ ...PRODUCTION, [name]: published })).toEqual([
      `${name} is the sandbox's, which is published: production needs one of its own`,
    ])
    expect(faultsOf({ ...PRODUCTION, [name]: 'x'.repeat(31) })).toEqual([
      `${name} must have at least 32 characters`,
    ])
    expect(faultsOf({ ...PRODUCTION, [name]: 'x'.repeat(32) })).toEqual([])
  })

  test("refuses the initiator's published password", () => {
    const published = { ...PRODUCTION, MPESA_INITIATOR_PASSWORD: sandbox.mpesa.initiatorPassword }
    expect(faultsOf(published)).toEqual([
      "MPESA_INITIATOR_PASSWORD is the sandbox's, which is published",
    ])
  })

  test('accepts the certificate as text or as a file, and nothing else', () => {
    const folder = mkdtempSync(join(tmpdir(), 'env-'))
    const file = join(folder, 'production.cer')
    writeFileSync(file, CERTIFICATE)
    for (const value of [CERTIFICATE, file]) {
      const env = readEnv({ ...PRODUCTION, MPESA_SECURITY_CERTIFICATE: value })
      expect(env.mpesa.securityCertificate.trim()).toBe(CERTIFICATE.trim())
    }
    writeFileSync(file, 'no certificate')
    const faultFor = (value: string) =>
      faultsOf({ ...PRODUCTION, MPESA_SECURITY_CERTIFICATE: value }).join()
    for (const value of [file, CERTIFICATE.slice(0, 300)]) {
      expect(faultFor(value)).toMatch(/must be a certificate in PEM with an RSA key, or a file/)
    }
    expect(faultFor(join(folder, 'nothing'))).toMatch(/names the file .*nothing, .*: ENOENT$/)
    rmSync(folder, { recursive: true })
  })

  test('pays customers from the collecting shortcode, unless another one is set', () => {
    expect(readEnv(PRODUCTION).mpesa.b2cShortcode).toBe('600123')
    const apart = { ...PRODUCTION, MPESA_B2C_SHORTCODE: '600999' }
    expect(readEnv(apart).mpesa).toMatchObject({ shortcode: '600123', b2cShortcode: '600999' })
  })

  test('waits in real time, whatever TIME_SCALE says', () => {
    expect(readEnv({ ...PRODUCTION, TIME_SCALE: '0.01' }).timeScale).toBe(1)
    expect(readEnv({ TIME_SCALE: '0.01' }).timeScale).toBe(0.01)
  })
})

// spec: storage-folder-s3
describe('uploads', () => {
  const BUCKET = { S3_BUCKET: 'lango-uploads', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }

  test('go to a folder unless a bucket is set', () => {
    expect(readEnv({}).s3).toBeNull()
    expect(readEnv({ ...BUCKET, S3_REGION: 'eu-west-1', S3_PREFIX: 'a/b/' }).s3).toEqual({
      bucket: 'lango-uploads',
      region: 'eu-west-1',
      endpoint: 'https://s3.eu-west-1.amazonaws.com',
      prefix: 'a/b/',
      accessKeyId: 'id',
      secretAccessKey: 'key',
    })
  })

  test.each([
    [{ S3_ACCESS_KEY_ID: undefined }, 'S3_ACCESS_KEY_ID is missing: S3_BUCKET needs it'],
    [{ S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY is missing: S3_BUCKET needs it'],
    [{ S3_BUCKET: '' }, 'S3_BUCKET is missing: there are keys to one'],
    [{ S3_BUCKET: 'A/B' }, 'S3_BUCKET must be the name of a bucket, not "A/B"'],
    [
      { S3_PREFIX: '../x' },
      'S3_PREFIX must be folders that end in a slash, such as lango/, not "../x"',
    ],
  ])('%j is a fault', (change, fault) => {
    expect(faultsOf({ ...BUCKET, ...change })).toEqual([fault])
  })
})
