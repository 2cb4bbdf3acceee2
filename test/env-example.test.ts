import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const names = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => match[1]!)

test('.env.example names every setting that env.ts reads', () => {
  const files = ['src/env.ts', 'src/platform/storage/s3-settings.ts']
  const source = files.map((file) => readFileSync(file, 'utf8')).join()
  const read = names(
    source,
    /\br\.(?:text|optional|credential|integer|decimal|hundredths|oneOf|origin|smtpUrl|email|mailbox|dialCode|networks|proxies|hexToken|alsoAccepted)\(\s*'([A-Z0-9_]+)'/g,
  )
  expect(read.length).toBeGreaterThan(25)
  const example = names(readFileSync('.env.example', 'utf8'), /^#?([A-Z0-9_]+)=/gm)
  // The launcher sets NODE_ENV, for libraries.
  const missing = read.filter((name) => name !== 'NODE_ENV' && !example.includes(name))
  expect(missing).toEqual([])
})

test('each setting has a comment of its own', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n')
  const settings = lines.flatMap((line, at) => (/^#?[A-Z0-9_]+=/.test(line) ? [at] : []))
  expect(settings.length).toBeGreaterThan(40)
  const bare = settings.filter((at) => !/^# \S/.test(lines[at - 1] ?? ''))
  expect(bare.map((at) => lines[at])).toEqual([])
})
