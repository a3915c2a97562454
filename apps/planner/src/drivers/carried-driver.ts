// The driver whom somebody is about to give a vehicle's day: dragged by the pointer, or taken by a press and set down by another.
import { create } from 'zustand'

export interface Carried {
  driverId: string
  name: string
  /** The cell that the driver was taken from. */
  from?: { date: string; vehicleId: string }
}

interface CarriedState {
  carried: Carried | undefined
  take(carried: Carried): void
  setDown(): void
}

export const useCarried = create<CarriedState>((set) => ({
  carried: undefined,
  take: (carried) => set({ carried }),
  setDown: () => set({ carried: undefined }),
}))
