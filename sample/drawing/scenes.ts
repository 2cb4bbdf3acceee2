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

/** The scenes by the key of their sample event. */
const SCENES = {
  'nairobi-derby': footballNight,
  'lake-derby': footballDay,
  'kasarani-hoops': basketball,
  'tudor-creek-sevens': rugby,
  'rift-half-marathon': athletics,
  'naivasha-dust-trophy': rally,
  'kaptagat-open-day': crossCountry,
  'ziwa-sessions': guitar,
  'midnight-at-kicc': stageKicc,
  'vinyl-sunday': vinyl,
  'a-hundred-voices': choir,
  'fete-creole': taarab,
  'route-46-sound-clash': matatu,
  'highland-praise-night': piano,
  'smoke-and-ember': fire,
  'ngong-kite-day': kites,
  'menengai-sunrise': savannaSun,
  'pwani-story-fair': dhowBooks,
  'night-of-lanterns': lanterns,
  'nyeri-first-crop': coffeeHills,
  'second-wedding': masks,
  kivuli: shadowPlay,
  stima: bulb,
  'last-train-to-kisumu': nightTrain,
  'governors-tailor': kitengeCurtain,
  'trial-of-hyena': baobab,
  'working-title': ghostLight,
  'bora-uhai': brickMic,
  shags: laugh,
  'number-you-have-dialled': speechBubbles,
  'laugh-till-nyanya-calls': sunglasses,
  'parliament-of-fools': jester,
} satisfies Record<string, (c: Canvas) => void>

export type PosterKey = keyof typeof SCENES
export const POSTER_KEYS = Object.keys(SCENES) as PosterKey[]

/** The poster as SVG. It contains no text, because a new machine may have no fonts. */
export function composePoster(key: PosterKey): string {
  const c = new Canvas(key)
  SCENES[key](c)
  // Darken the corners slightly, to lead the eye to the middle.
  c.add(full(c.radial(['#000000/0', '#000000/0', '#000000/0.34'], [640, 340], 860)))
  return c.svg()
}
