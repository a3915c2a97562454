// Which exceptions somebody has seen to; kept on this device.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface Noted {
  ids: readonly string[]
  putAside(ids: readonly string[]): void
  /** Shows these again. */
  takeUp(ids: readonly string[]): void
}

const KEPT = 500

export const useNoted = create<Noted>()(
  persist(
    (set) => ({
      ids: [],
      putAside: (some) => set(({ ids }) => ({ ids: [...some, ...ids].slice(0, KEPT) })),
      takeUp: (some) => set(({ ids }) => ({ ids: ids.filter((id) => !some.includes(id)) })),
    }),
    { name: 'routewright.noted' },
  ),
)
