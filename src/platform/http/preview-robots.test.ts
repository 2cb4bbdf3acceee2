import { expect, test } from 'vitest'
import { isByRobot } from './preview-robots.ts'

const agent = (name: string) => ({ method: 'GET', headers: { 'user-agent': name } })

test.each([
  'WhatsApp/2.23.20.0 A',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'TelegramBot (like TwitterBot)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/120 Safari/537.36',
  'Mozilla/5.0 (Windows NT 6.1) SkypeUriPreview Preview/0.5',
])('%s is a robot', (name) => {
  expect(isByRobot(agent(name))).toBe(true)
})

test.each([
  'Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20) AppleWebKit/537.36 Chrome/99.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 Version/15.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 13) Chrome/120 Mobile Safari/537.36 Telegram-Android/10.0 (Tecno KI5)',
  'Opera/9.80 (Android; Opera Mini/36.2/119.132; U; en) Presto/2.12.423 Version/12.16',
  'Mozilla/5.0 (Linux; Android 11) Version/4.0 Chrome/95 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/400.0]',
  '',
])('%j is a person’s browser', (name) => {
  expect(isByRobot(agent(name))).toBe(false)
})

test('HEAD and requests ahead of the user are by no person', () => {
  expect(isByRobot({ method: 'HEAD', headers: {} })).toBe(true)
  for (const headers of [
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
    { 'x-purpose': 'preview' },
  ]) {
    expect(isByRobot({ method: 'GET', headers }), JSON.stringify(headers)).toBe(true)
  }
})
