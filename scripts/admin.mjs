// npm run admin: creates and changes accounts on the server, for example the first admin, whom the
// back office cannot create. Also exports and erases the data of people who cannot receive an SMS.
import readline from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { onDatabase, prepareCommand } from './on-database.mjs'
import { Fault, runMain, say } from './run.mjs'

const USAGE = `npm run admin -- create [--email … --name … --password …]   makes an admin, or makes one of an account
npm run admin -- role --email … --role admin|organizer      changes a role
npm run admin -- factor-off --email …                       takes the second factor off (lost phone)
npm run admin -- list [--role admin|organizer]              shows who is here
npm run admin -- export --phone …                           prints what is stored about a phone
npm run admin -- erase --phone …                            erases it, once you have seen proof`

const COMMANDS = {
  create,
  role: changeRole,
  'factor-off': takeFactorOff,
  list,
  export: exportPhone,
  erase: erasePhone,
}

await runMain(async () => {
  await prepareCommand()
  const { command, options } = readArguments()
  await onDatabase((url) => work(command, options, url))
})

function readArguments() {
  const text = /** @type {const} */ ({ type: 'string' })
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { email: text, name: text, password: text, role: text, phone: text },
    })
    const [command, ...rest] = positionals
    if (command && command in COMMANDS && rest.length === 0) {
      return { command, options: values }
    }
  } catch (error) {
    throw new Fault(`${/** @type {Error} */ (error).message}\n\n${USAGE}`)
  }
  throw new Fault(USAGE)
}

async function work(command, options, url) {
  const { openDatabase } = await import('../src/platform/database/db.ts')
  const { migrate } = await import('../src/platform/database/migrate.ts')
  const { AppError } = await import('../src/platform/errors.ts')
  const db = openDatabase(url, 2, process.env.DATABASE_PREPARE !== 'no')
  try {
    const isOffline = process.env.LANGO_ENV !== 'production' || process.env.MIGRATE === 'offline'
    await migrate(db, { isOffline }).catch((error) => {
      throw new Fault(error.message)
    })
    await COMMANDS[command](db, options)
  } catch (error) {
    throw error instanceof AppError ? new Fault(error.message) : error
  } finally {
    await db.destroy()
  }
}

async function readClock(db) {
  const { databaseClock } = await import('../src/platform/database/database-clock.ts')
  const clock = databaseClock(db)
  await clock.sync()
  return clock
}

async function create(db, options) {
  const { createAdmin } = await import('../src/accounts/people/accounts.ts')
  const { makePasswordHasher } = await import('../src/accounts/passwords.ts')
  const { selectAccountByEmail } = await import('../src/accounts/accounts.sql.ts')
  const email = await wantedEmail(options)
  const known = await selectAccountByEmail(db, email)
  const fullName = known?.full_name ?? (await wanted(options.name, 'Full name', '--name'))
  const password = known?.confirmed_at
    ? (options.password ?? null)
    : await wanted(options.password, 'Password', '--password', true)
  const done = await createAdmin(
    { db, clock: await readClock(db), passwords: makePasswordHasher() },
    { email, fullName, password },
  )
  say(done === 'created' ? `${email} is an admin now.` : `${email} was here and is an admin now.`)
  if (known && options.password) say('The password is changed, and every device is signed out.')
}

async function changeRole(db, options) {
  const { changeRole: change } = await import('../src/accounts/people/accounts.ts')
  const { selectAccountByEmail } = await import('../src/accounts/accounts.sql.ts')
  const { role } = options
  if (role !== 'admin' && role !== 'organizer') throw new Fault('--role is admin or organizer')
  const email = await wantedEmail(options)
  const account = await selectAccountByEmail(db, email)
  if (!account) throw new Fault(`There is no account of ${email}.`)
  await change({ db, clock: await readClock(db) }, { id: account.id, role, by: null })
  say(`${email} is ${role === 'admin' ? 'an admin' : 'an organizer'} now.`)
}

async function takeFactorOff(db, options) {
  const { takeFactorOff: takeOff } = await import('../src/accounts/factor/factors.ts')
  const { selectAccountByEmail } = await import('../src/accounts/accounts.sql.ts')
  const { readEnv } = await import('../src/env.ts')
  const email = await wantedEmail(options)
  const account = await selectAccountByEmail(db, email)
  if (!account) throw new Fault(`There is no account of ${email}.`)
  const wasOn = await takeOff({ db, env: readEnv(), clock: await readClock(db) }, account)
  if (!wasOn) throw new Fault(`${email} has no second factor.`)
  say(`The second factor of ${email} is off, and every device is signed out.`)
}

async function list(db, { role }) {
  const { BY_ADDRESS, selectAccounts } = await import('../src/accounts/accounts.sql.ts')
  if (role !== undefined && role !== 'admin' && role !== 'organizer') {
    throw new Fault('--role is admin or organizer')
  }
  let after = null
  for (;;) {
    const page = { sorting: BY_ADDRESS, after, limit: 500 }
    const rows = await selectAccounts(db, { q: null, role: role ?? null, ...page })
    for (const { email, role: its, full_name, confirmed_at } of rows.slice(0, 500)) {
      say(`${its.padEnd(10)} ${email}  ${full_name}${confirmed_at ? '' : '  (not confirmed)'}`)
    }
    if (rows.length <= 500) return
    after = [rows[499].email]
  }
}

async function exportPhone(db, options) {
  const { exportData } = await import('../src/privacy/personal-data.ts')
  const phone = await wantedPhone(options)
  say(JSON.stringify(await exportData({ db, clock: await readClock(db) }, phone, 'staff'), null, 2))
}

async function erasePhone(db, options) {
  const { eraseData } = await import('../src/privacy/personal-data.ts')
  const phone = await wantedPhone(options)
  const orders = await eraseData({ db, clock: await readClock(db) }, phone, 'staff')
  say(`The phone is erased. Orders that stay without it: ${orders}.`)
}

async function wantedPhone({ phone }) {
  const { normalisePhone } = await import('../src/platform/values/phone.rules.ts')
  const msisdn = normalisePhone(await wanted(phone, 'Phone number', '--phone'))
  if (!msisdn) throw new Fault('--phone is no Kenyan mobile number')
  return msisdn
}

async function wantedEmail(options) {
  const { emailFault, plainEmail } = await import('../src/accounts/entrance.rules.ts')
  const email = plainEmail(await wanted(options.email, 'Email address', '--email'))
  const fault = emailFault(email)
  if (fault) throw new Fault(fault)
  return email
}

/**
 * Returns `given` if it has text. Otherwise reads the value from the terminal; a password is not
 * echoed.
 */
async function wanted(given, question, option, hidden = false) {
  if (given?.trim()) return given.trim()
  if (!process.stdin.isTTY) throw new Fault(`${option} is missing`)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (hidden) process.stdout.write(`${question}: `)
  const asking = readline.createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stdout,
    terminal: true,
  })
  const answer = (await asking.question(hidden ? '' : `${question}: `)).trim()
  asking.close()
  if (hidden) process.stdout.write('\n')
  if (!answer) throw new Fault(`${question} is needed`)
  return answer
}
