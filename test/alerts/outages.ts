/**
 * Tests of the alert rules in the form of `promtool test rules`. Each test has series of figures
 * and all alerts that must fire at a time. The figures are those of docs/reliability.md and
 * docs/performance.md: a database that was down for 97 seconds refused 679 purchases, and M-Pesa
 * accepts five prompts per second.
 */

type Story = {
  name: string
  series: Record<string, string>
  expected: { at: string; alerts: string[] }[]
}

/** Series of a shop without faults, at one scrape every 15 seconds for 15 minutes. */
const HEALTHY = {
  'up{job="lango-web",instance="web"}': '1x60',
  'lango_worker_alive{job="lango-worker",instance="worker"}': '1x60',
  'lango_ready{job="lango-web",instance="web",check="database"}': '1x60',
  'lango_ready{job="lango-worker",instance="worker",check="database"}': '1x60',
  'lango_request_seconds_count{route="POST /api/functions/mpesa",status="200"}': '0+105x60',
  'lango_pushes_total{answer="accepted"}': '0+75x60',
  'lango_prompts{status="unknown"}': '3x60',
  'lango_prompts_oldest_seconds{status="in_line"}': '4x60',
  lango_backup_age_seconds: '3600x60',
  'node_filesystem_avail_bytes{fstype="ext4"}': '50x60',
  'node_filesystem_size_bytes{fstype="ext4"}': '100x60',
  node_timex_sync_status: '1x60',
}

const STORIES: Story[] = [
  { name: 'an evening without faults', series: {}, expected: [{ at: '10m', alerts: [] }] },
  {
    name: 'the database is away for 97 seconds, and 679 purchases are refused',
    series: {
      'lango_ready{job="lango-web",instance="web",check="database"}': '1x19 0x6 1x30',
      'lango_ready{job="lango-worker",instance="worker",check="database"}': '1x19 0x6 1x30',
      'lango_request_seconds_count{route="POST /api/functions/mpesa",status="200"}':
        '0+105x19 1995+0x6 2100+105x30',
      'lango_request_seconds_count{route="POST /api/functions/mpesa",status="503"}':
        '0x19 105+105x5 679x30',
      // The gauges that need the database are missing.
      'lango_prompts{status="unknown"}': '3x19 _x6 3x30',
      'lango_prompts_oldest_seconds{status="in_line"}': '4x19 _x6 4x30',
    },
    expected: [
      { at: '4m45s', alerts: [] },
      { at: '6m', alerts: ['NotReady', 'RequestsRefused'] },
      { at: '13m', alerts: [] },
    ],
  },
  {
    name: 'a process that stops tells the proxy, and visitors see nothing',
    series: {
      'lango_request_seconds_count{route="GET /readyz",status="503"}': '0x19 0+30x2 60x30',
    },
    expected: [{ at: '6m', alerts: [] }],
  },
  {
    name: 'a hot sale in which one request in fifty is refused',
    series: {
      'lango_request_seconds_count{route="POST /api/functions/mpesa",status="200"}': '0+7350x60',
      'lango_request_seconds_count{route="POST /api/functions/mpesa",status="503"}': '0+150x60',
      'lango_prompts{status="in_line"}': '0+20x20 400x40',
      'lango_prompts_oldest_seconds{status="in_line"}': '0+4x20 80x40',
      'lango_pushes_total{answer="accepted"}': '0+70x60',
      'lango_pushes_total{answer="refused"}': '0+5x60',
    },
    expected: [{ at: '10m', alerts: [] }],
  },
  {
    name: 'a hot sale whose buyers wait for their prompts until they fail as busy',
    series: {
      'lango_prompts{status="in_line"}': '0+45x20 900x40',
      'lango_prompts_oldest_seconds{status="in_line"}': '0+9x20 180x40',
    },
    expected: [
      { at: '2m', alerts: [] },
      { at: '4m', alerts: ['PromptQueueLong'] },
    ],
  },
  {
    name: 'M-Pesa is dead from the fifth minute on',
    series: {
      'lango_pushes_total{answer="accepted"}': '0+75x20 1500x40',
      'lango_pushes_total{answer="refused"}': '0x20 0+75x40',
    },
    expected: [
      { at: '5m', alerts: [] },
      { at: '7m', alerts: ['PromptsFail'] },
    ],
  },
  {
    name: 'M-Pesa accepts prompts from the fifth minute on and reports no result',
    series: { 'lango_prompts{status="unknown"}': '3x28 3+75x32' },
    expected: [
      { at: '7m', alerts: [] },
      { at: '8m', alerts: ['PromptsWithoutResult'] },
    ],
  },
  {
    name: 'on a quiet evening three of four prompts go to phones that are off',
    series: {
      'lango_pushes_total{answer="accepted"}': '0x20 1x40',
      'lango_pushes_total{answer="refused"}': '0x20 0+1x3 3x37',
    },
    expected: [{ at: '6m30s', alerts: [] }],
  },
]

/**
 * The test file for `promtool test rules`. `ruleFile` is the path of lango.rules.yml. promtool reads
 * YAML, and JSON is YAML.
 */
export function toPromtoolFile(ruleFile: string): string {
  return JSON.stringify({
    rule_files: [ruleFile],
    evaluation_interval: '15s',
    tests: STORIES.map(toTest),
  })
}

function toTest({ name, series, expected }: Story): object {
  const input = Object.entries({ ...HEALTHY, ...series })
  return {
    name,
    interval: '15s',
    input_series: input.map(([of, values]) => ({ series: of, values })),
    // The expression covers every alert, so an alert that is not expected fails the test, too.
    promql_expr_test: expected.map(({ at, alerts }) => ({
      expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: at,
      exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
    })),
  }
}
