// The question that the heat map of slots shows. Any screen asks; the dialog stands in the frame.
import type { SlotOffer, SlotStop, Stop } from '@routewright/contract'
import { create } from 'zustand'

export interface SlotSubject {
  /** The name that people use. */
  name: string
  /** The stop as it would be made. */
  stop: SlotStop
  /** The stop that is there already, and is to move. */
  stopId?: string
  /** The first day that will do; today is shown first when it is past, or left out. */
  from?: string
  /** Moves the existing record to the slot, and returns whether it worked; without it the slot is booked for a new stop. */
  give?(slot: SlotOffer): Promise<boolean>
  /** Once it is booked. */
  onBooked?(): void
}

/** Fields of a stop that matter for where it fits. */
const counted = ['location', 'duration', 'weight', 'volume', 'type', 'requires'] as const

/** The stop as the service is asked about it. */
export function getSlotStop(stop: Stop): SlotStop {
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
