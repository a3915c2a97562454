// What the heat map of slots is asked about. Any screen asks; the dialog stands in the frame.
import type { SlotOffer, SlotStop } from '@routewright/contract'
import { create } from 'zustand'

export interface SlotSubject {
  /** What people call it. */
  name: string
  /** The stop as it would be made. */
  stop: SlotStop
  /** The stop in a plan that is to move. */
  stopId?: string
  /** Brings what is there already to the slot, and answers whether it worked; without it the slot is booked for a new stop. */
  give?(slot: SlotOffer): Promise<boolean>
  /** Once it is booked. */
  onBooked?(): void
}

interface SlotQuestion {
  subject: SlotSubject | undefined
  ask(subject: SlotSubject): void
  close(): void
}

export const useSlotQuestion = create<SlotQuestion>((set) => ({
  subject: undefined,
  ask: (subject) => set({ subject }),
  close: () => set({ subject: undefined }),
}))
