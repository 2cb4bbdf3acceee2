// Counts the tests in Vitest's JSON report.
import fs from 'node:fs'

/** @param {boolean} ok whether Vitest exited without an error */
export function readReport(file, ok) {
  const counts = { passed: 0, failed: 0 }
  for (const { status, assertionResults } of readFiles(file)) {
    const failed = assertionResults.filter((test) => test.status === 'failed').length
    counts.passed += assertionResults.filter((test) => test.status === 'passed').length
    // A file that cannot be loaded has no tests to count.
    counts.failed += status === 'failed' ? Math.max(failed, 1) : failed
  }
  // An error outside any test, or a missing report, counts as a failure.
  if (!ok && counts.failed === 0) counts.failed = 1
  return counts
}

function readFiles(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).testResults ?? []
  } catch {
    return []
  }
}
