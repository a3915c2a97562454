// Properties of every step of the guided start.
import type { Project } from '@routewright/contract'
import type { Start } from './start-facts.ts'

export interface StepProps {
  project: Project
  start: Start
  /** It is taken or left out: on to the next. */
  onDone(): void
}
