// Installs the browser for the browser tests: Debian's package, never a download. Prefers the
// headless package, because it loads a page in less than half the time.
import fs from 'node:fs'
import { Fault, run, say } from './run.mjs'

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export async function ensureChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (fs.existsSync(given)) return given
    throw new Fault(`CHROMIUM_PATH: there is no ${given}`)
  }
  const found = PLACES.find((place) => fs.existsSync(place))
  if (found) return found
  if (!fs.existsSync('/usr/bin/apt-get')) {
    throw new Fault('Chromium is missing: install it and set CHROMIUM_PATH to its program.')
  }
  if (process.getuid?.() !== 0) {
    throw new Fault('Chromium is missing. Run: sudo apt-get install -y chromium')
  }
  return await install()
}

async function install() {
  say('Installing Chromium')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => run('apt-get', ['-qq', ...args], { env, quiet: true })
  const updated = await apt('update')
  // Only a font is needed from the recommended packages: without a font, text has no width.
  const install = (...packages) => apt('install', '-y', '--no-install-recommends', ...packages)
  const installed = await install('chromium', 'fonts-liberation')
  // The headless shell is built from the same source as Chromium. If an older Debian lacks its
  // package, the tests use the full browser.
  await install('chromium-headless-shell')
  const found = PLACES.find((place) => fs.existsSync(place))
  if (found) return found
  const output = `${updated.output}${installed.output}`.trim().split('\n').slice(-10).join('\n')
  throw new Fault(`Chromium is missing and could not be installed.\n${output}`)
}
