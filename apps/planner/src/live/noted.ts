// Which of the drivers' problems somebody has seen to; kept on this device.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface Noted {
  ids: readonly string[]
  putAside(id: string): void
}

const KEPT = 500

export const useNoted = create<Noted>()(
  persist((set) => ({ ids: [], putAside: (id) => set(({ ids }) => ({ ids: [id, ...ids].slice(0, KEPT) })) }), {
    name: 'routewright.noted',
  }),
)
