// npm run screenshot: makes docs/screenshot.png from a running shop (PORT, SANDBOX_PORT).
import { chromium } from 'playwright-core'
import { ensureChromium } from './chromium.mjs'

const EVENT = '5a17ca10-0002-4000-8000-000000000002'
const shop = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const sandbox = `http://127.0.0.1:${process.env.SANDBOX_PORT ?? 3010}`
const GAP = 24
const PHONE = { width: 360, height: 780 }

const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2 })
const shots = []
const page = await context.newPage()
const shoot = async () => shots.push((await page.screenshot()).toString('base64'))

await page.goto(`${shop}/`)
await page.waitForLoadState('networkidle')
// Reload the page, because a browser shows the display face only once the face is in its cache.
await page.reload()
await page.waitForLoadState('networkidle')
await shoot()
const phone = `2547${String(Date.now()).slice(-8)}`
await page.goto(`${shop}/event/${EVENT}`)
const more = page.getByRole('button', { name: / more$/ })
await more.nth(0).click()
await more.nth(0).click()
await page.getByRole('button', { name: 'Click to Buy' }).click()
await page.getByLabel('Phone number').fill(phone)
await page.getByRole('button', { name: /^Pay KES/ }).click()
// Wait for the picture of the phone, which appears after the first text.
await page.getByText('Unlock that phone').waitFor()
await page.getByText('Unlock that phone').scrollIntoViewIfNeeded()
await shoot()
const { prompts } = await (await fetch(`${sandbox}/phones/${phone}`)).json()
await fetch(`${sandbox}/phones/${phone}/prompts/${prompts[0].id}`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ action: 'pay', pin: '1234' }),
})
await page.waitForURL('**/success')
await page.getByRole('link', { name: 'View Ticket →' }).first().click()
await page.waitForURL('**/t/*')
await page.getByText('Keep this ticket safe').waitFor()
await page.evaluate(() => scrollTo(0, 0))
await shoot()

// Puts the three pages side by side, rendered by the browser itself.
const width = shots.length * PHONE.width + (shots.length + 1) * GAP
const sheet = await browser.newPage({
  viewport: { width, height: PHONE.height + 2 * GAP },
  deviceScaleFactor: 1,
})
const pictures = shots.map((shot) => `<img src="data:image/png;base64,${shot}">`).join('')
await sheet.setContent(`<style>
  body { margin: 0; padding: ${GAP}px; display: flex; gap: ${GAP}px; background: #e9e2d6 }
  img { width: ${PHONE.width}px; height: ${PHONE.height}px; border-radius: 20px;
    box-shadow: 0 8px 30px rgb(29 24 20 / 0.18) }
</style>${pictures}`)
await sheet.screenshot({ path: 'docs/screenshot.png' })
await browser.close()
console.log('docs/screenshot.png')
