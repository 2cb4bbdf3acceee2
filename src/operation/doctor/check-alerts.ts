import type { Deps } from '../../platform/database/deps.ts'

const TIMEOUT_MS = 10_000

/**
 * Sends an alert of severity `page` to the Alertmanager. The alert ends after five minutes. The
 * operator must check that the alert arrived, because no program can.
 * https://prometheus.io/docs/alerting/latest/clients/
 */
export async function checkAlerts({ env }: Pick<Deps, 'env'>): Promise<string | null> {
  const url = env.alertmanagerUrl
  if (url === null) {
    return 'ALERTMANAGER_URL is missing, so no alert reaches you. Follow step 10 of docs/operation.md.'
  }
  const alert = {
    labels: { alertname: 'TestAlert', severity: 'page' },
    annotations: { summary: 'lango doctor sent this test alert. Nothing is wrong.' },
  }
  const fault = await post(`${url}/api/v2/alerts`, [alert])
  if (fault === null) return null
  return `the Alertmanager at ${url} does not take it: ${fault}. Read: journalctl -u prometheus-alertmanager -n 20.`
}

async function post(url: string, body: object): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return response.ok ? null : `HTTP ${response.status}`
  } catch (error) {
    const { cause, message } = error as { cause?: { code?: string }; message: string }
    return cause?.code ?? message
  }
}
