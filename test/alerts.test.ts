import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { toPromtoolFile } from './alerts/outages.ts'

const RULES = 'deploy/prometheus/lango.rules.yml'
/** promtool comes with Debian's `prometheus`. `npm run torture -- deploy` runs the tests with it. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.runIf(hasPromtool)(
  'outages and a hot sale raise their alerts, and a good evening none',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'lango-alerts-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'outages.json')
    writeFileSync(file, toPromtoolFile(resolve(RULES)))
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], {
      encoding: 'utf8',
    })
    expect(`${stdout}${stderr}`).toMatch(/SUCCESS/)
    expect(status).toBe(0)
  },
)
