import {
  type Canvas,
  circle,
  full,
  group,
  onCircle,
  path,
  polygon,
  stroke,
  times,
} from './canvas.ts'
import { cloth, rays } from './pattern.ts'

function turningRecord(c: Canvas): void {
  const [x, y] = [620, 372]
  c.add(circle([x + 16, y + 20, 318], '#5b2a05', 'opacity="0.4"'), circle([x, y, 316], '#141218'))
  c.add(
    group(
      times(36, (i) =>
        circle(
          [x, y, 126 + i * 5.2],
          'none',
          `stroke="${i % 7 === 0 ? '#3d3946' : '#25222c'}" stroke-width="${i % 7 === 0 ? 3 : 1.6}"`,
        ),
      ),
      '',
    ),
  )
  const shine = [0.02, 0.52].map((turn) =>
    polygon(
      [
        [x, y],
        onCircle(x, y, 315, turn - 0.045),
        onCircle(x, y, 322, turn),
        onCircle(x, y, 315, turn + 0.045),
      ],
      '#ffffff',
      'opacity="0.17"',
    ),
  )
  c.add(group(shine, c.clip(circle([x, y, 314], '#fff'))))
  c.add(
    circle([x, y, 114], cloth(c, 'fans', ['#b3122b', '#f6e7c8', '#0f5e4d', '#f2b632'], 64)),
    circle([x, y, 114], 'none', 'stroke="#f6e7c8" stroke-width="8"'),
    circle([x, y, 30], '#f6e7c8'),
    circle([x, y, 9], '#141218'),
  )
  c.add(
    stroke(
      'M1092 122L1060 430L842 560',
      '#5b2a05',
      20,
      'opacity="0.3" transform="translate(14 18)"',
    ),
  )
  c.add(
    circle([1092, 122, 62], '#f6e7c8'),
    circle([1092, 122, 40], '#b3122b'),
    circle([1092, 122, 15], '#f6e7c8'),
  )
  c.add(
    stroke('M1092 122L1060 430L860 548', '#f6e7c8', 17),
    stroke('M876 540L822 572', '#b3122b', 36),
    stroke('M1098 74L1104 40', '#f6e7c8', 30),
  )
}

export function vinyl(c: Canvas): void {
  c.add(full(c.linear(['#f2b632', '#e98a15'], [0, 0], [1280, 720])))
  c.add(rays([700, 370], 20, '#ffd35c', 'opacity="0.5"'))
  const leaf = (x: number, y: number, s: number, turn: number) =>
    group(
      [
        path('M0 0C50 -110 210 -120 300 0C210 120 50 110 0 0Z', '#0c5a4a'),
        stroke('M0 0H270', '#17806a', 5),
        ...times(5, (i) =>
          stroke(
            `M${34 + i * 44} 0q22 -10 34 ${-50 + Math.abs(i - 1.5) * 9}M${34 + i * 44} 0q22 10 34 ${50 - Math.abs(i - 1.5) * 9}`,
            '#17806a',
            3.5,
          ),
        ),
      ],
      `transform="translate(${x} ${y}) rotate(${turn}) scale(${s})"`,
    )
  c.add(
    leaf(-40, 640, 1.3, -40),
    leaf(-60, 480, 1.1, -12),
    leaf(80, 760, 1.2, -74),
    leaf(1300, 90, 1.2, 152),
    leaf(1250, -30, 1.1, 118),
    leaf(1330, 230, 1, 186),
  )
  turningRecord(c)
}
