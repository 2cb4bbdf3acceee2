import { basketball, rugby } from './arena.ts'
import { Canvas, full } from './canvas.ts'
import { jester, sunglasses } from './characters.ts'
import { masks, nightTrain } from './curtains.ts'
import { bulb, ghostLight } from './dark-stage.ts'
import { baobab, shadowPlay } from './fables.ts'
import { footballDay, footballNight } from './football.ts'
import { crossCountry } from './forest.ts'
import { coffeeHills, fire } from './harvest.ts'
import { matatu, stageKicc } from './night-stage.ts'
import { speechBubbles } from './phones.ts'
import { choir, piano } from './praise.ts'
import { athletics, rally } from './races.ts'
import { brickMic, laugh } from './stand-up.ts'
import { guitar, taarab } from './strings.ts'
import { kites, savannaSun } from './sunrise.ts'
import { kitengeCurtain } from './tailor.ts'
import { vinyl } from './turntable.ts'
import { dhowBooks, lanterns } from './waterside.ts'

const SCENES = {
  'football-night': footballNight,
  'football-day': footballDay,
  basketball: basketball,
  rugby: rugby,
  athletics: athletics,
  rally: rally,
  'cross-country': crossCountry,
  guitar: guitar,
  'stage-kicc': stageKicc,
  vinyl: vinyl,
  choir: choir,
  taarab: taarab,
  matatu: matatu,
  piano: piano,
  fire: fire,
  kites: kites,
  'savanna-sun': savannaSun,
  'dhow-books': dhowBooks,
  lanterns: lanterns,
  'coffee-hills': coffeeHills,
  masks: masks,
  'shadow-play': shadowPlay,
  bulb: bulb,
  'night-train': nightTrain,
  'kitenge-curtain': kitengeCurtain,
  baobab: baobab,
  'ghost-light': ghostLight,
  'brick-mic': brickMic,
  laugh: laugh,
  'speech-bubbles': speechBubbles,
  sunglasses: sunglasses,
  jester: jester,
} satisfies Record<string, (c: Canvas) => void>

export type PosterName = keyof typeof SCENES
export const POSTER_NAMES = Object.keys(SCENES) as PosterName[]

/** The poster as SVG. It holds no text: a bare machine has no fonts to draw it with. */
export function composePoster(name: PosterName, seed: string): string {
  const c = new Canvas(seed)
  SCENES[name](c)
  // The corners a little darker, so that the eye stays inside.
  c.add(full(c.radial(['#000000/0', '#000000/0', '#000000/0.34'], [640, 340], 860)))
  return c.svg()
}
