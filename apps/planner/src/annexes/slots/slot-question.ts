// What the heat map of slots is asked about. Any screen asks; the dialog stands in the frame.
import type { SlotOffer, SlotStop, Stop } from '@routewright/contract'
import { create } from 'zustand'

export interface SlotSubject {
  /** What people call it. */
  name: string
  /** The stop as it would be made. */
  stop: SlotStop
  /** The stop that is there already, and is to move. */
  stopId?: string
  /** The first day that will do; today is shown first when it is past, or left out. */
  from?: string
  /** Brings what is there already to the slot, and answers whether it worked; without it the slot is booked for a new stop. */
  give?(slot: SlotOffer): Promise<boolean>
  /** Once it is booked. */
  onBooked?(): void
}

/** What of a stop counts for where it fits. */
const counted = ['location', 'duration', 'weight', 'volume', 'type', 'requires'] as const

/** The stop as the service is asked about it. */
export function slotStopOf(stop: Stop): SlotStop {
  return Object.fromEntries(counted.flatMap((key) => (stop[key] === undefined ? [] : [[key, stop[key]]]))) as SlotStop
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
