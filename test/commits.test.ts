// Commit subjects have the form `area: verb object` and at most 72 characters.
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'

/** The rule applies to commits after this commit. */
const SINCE = 'c04bff68'
const LENGTH_MAX = 72
const SUBJECT = /^[a-z0-9/-]+: [a-z]/

function isSound(subject: string): boolean {
  return subject.length <= LENGTH_MAX && SUBJECT.test(subject)
}

/**
 * Returns the subjects of commits since SINCE, without merges. Null if the history is missing, as
 * in a shallow clone.
 */
function readSubjects(): string[] | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    git('merge-base', '--is-ancestor', SINCE, 'HEAD')
    return git('log', '--no-merges', '--format=%s', `${SINCE}..HEAD`).split('\n').filter(Boolean)
  } catch {
    return null
  }
}

describe('commit subjects', () => {
  test.each([
    ['orders: place orders in one transaction', true],
    ['test/e2e: look at the sold-out page', true],
    ['Orders are placed in one transaction', false],
    ['orders: Place orders', false],
    [`orders: ${'x'.repeat(65)}`, false],
  ])('the rule accepts %j: %s', (subject, expected) => {
    expect(isSound(subject)).toBe(expected)
  })

  test('every commit since the rule has a sound subject', () => {
    const subjects = readSubjects()
    expect((subjects ?? []).filter((subject) => !isSound(subject))).toEqual([])
  })
})
