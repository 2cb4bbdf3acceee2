import type { Guard } from '../orders/placing/place-together.ts'
import type { AskedOrder } from '../orders/same-order.rules.ts'
import { gateRefusal, paybillGateAt, promptGateAt, pushLimits } from '../payments/prompts/limits.ts'
import { refuseLongLine } from '../payments/prompts/line.ts'
import type { Deps } from '../platform/database/deps.ts'
import { within } from '../platform/limits/limits.ts'

type GuardDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>

/** The limits for prompts and the line of those who wait for one, for a new order. */
export function promptGuard(deps: GuardDeps, asked: AskedOrder & { address: string }): Guard {
  return {
    name: 'prompt',
    gate: (now) => promptGateAt(deps, now),
    refuse: gateRefusal,
    allow: async (place) => {
      const limits = await pushLimits(deps, { ...asked, askedFrom: asked.address })
      const placeInTime = async () => {
        await refuseLongLine(deps, asked.address)
        return await place()
      }
      // Asking again about an order is no further prompt, whatever the limits say by now.
      return await within(deps, limits, placeInTime, ({ isNew }) => !isNew)
    },
  }
}

/** For one that is paid by hand no prompt goes out; how many an address asks for counts all the same. */
export function paybillGuard(deps: GuardDeps, asked: AskedOrder & { address: string }): Guard {
  return {
    name: 'paybill',
    gate: (now) => paybillGateAt(deps, now),
    refuse: gateRefusal,
    allow: async (place) => {
      const { address, phone } = asked
      const limits = await pushLimits(deps, { address, phone, askedFrom: address })
      const perAddress = limits.filter((limit) => 'key' in limit)
      return await within(deps, perAddress, place, ({ isNew }) => !isNew)
    },
  }
}
