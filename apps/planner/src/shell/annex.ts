// The interface of an annex to the planner. Core rooms name the places and show the annexes mounted there; none of them names an annex.

import type { Client, BareRoute as Route, RouteMessage, Stop, Today, UserRole } from '@routewright/contract'
import { type ComponentType, createContext, useContext } from 'react'

/** A part of a screen, which is loaded when it is first needed. */
export type Load<Props = object> = () => Promise<{ default: ComponentType<Props> }>

type Icon = ComponentType<{ size: number; stroke: number }>

/** The places of the core where annexes add sections, each with what a section there is given. */
export interface SectionPlaces {
  /** In the rail, before the notices. */
  rail: object
  /** Beside the open plan; shows nothing of its own. */
  plan: object
  'stop.why': { stop: Stop; onSetPlace(): void }
  'stop.buttons': { stop: Stop }
  'stop.times': { stop: Stop }
  'stop.messages': { stop: Stop }
  /** The entries of the menu for one selected stop. */
  'stop.menu': { stop: Stop }
  /** Remedies for a stop that was not delivered. */
  'stop.remedies': { stop: Stop }
  /** A stop that is about to be created, by the values of its form. */
  'stop.new': { name: string; values: object; onDone(): void }
  /** Beside the timeline; shows nothing of its own. */
  timeline: object
  'route.head': { route: Route }
  /** Below the facts of a route: what else came of it. */
  'route.result': { route: Route }
  'route.state': { route: Route }
  /** The messages with the driver: a panel of the drawer. */
  'route.talk': { route: Route }
  'route.ask': { route: Route }
  'route.write': { route: Route }
  /** Below what the last search left out: what would help. */
  'optimize.left': object
  /** Rows below the figures before and after. */
  'optimize.figures': { runId: string; isFirst: boolean }
  /** A row below the figures of a compared plan. */
  'compare.plan': { planId: string }
  'compare.end': object
  'today.first': { today: Today }
  /** Below the figures of the day. */
  'today.figures': { today: Today }
  'client.row': { client: Client; name: string }
  'vehicle.form': { vehicleId: string }
  'driver.form': { driverId: string }
  'records.file': { of: 'vehicles' | 'drivers'; onChanged(): void }
  'settings.keys': object
  'settings.organization': object
}
export type SectionPlace = keyof SectionPlaces

/** A section with its place. */
export type Section = { [At in SectionPlace]: { at: At; load: Load<SectionPlaces[At]> } }[SectionPlace]

export type SettingsGroup = 'planning' | 'customers' | 'team' | 'map' | 'programs' | 'records'

/** A part of the settings: its path below /settings, and its word `parts.NAME`. */
export interface SettingsOfAnnex {
  name: string
  /** The group of the core in which it stands, after the core's own parts. */
  group: SettingsGroup
  for: readonly UserRole[]
  /** Keys of the words of settings, or whole ones with their namespace, whose labels stand on the page: the search finds it by them. */
  sections: readonly string[]
  load: Load
}

export interface PageOfAnnex {
  path: string
  /** The module of the page, whose export `name` is its component. */
  // biome-ignore lint/suspicious/noExplicitAny: a module of any page
  load(): Promise<any>
  name: string
}

/** A place in the rail: its path, and its word `places.NAME` of shell. */
export interface PlaceOfAnnex {
  name: string
  icon: Icon
  /** The place of the core that it stands behind. */
  after: string
  /**
   * The list that the place shows: while a project has nothing in it, the place stands under Others. Missing where it always stands in
   * the rail. `key` begins the key of all queries of the list.
   */
  records?: { key: string; readFirst(projectId: string): Promise<{ docs: readonly unknown[] }> }
}

/** A dialog that any screen opens; it is loaded when it is first opened. */
export interface DialogOfAnnex {
  useIsOpen(): boolean
  load: Load
}

/** Events that the live stream of a plan or a project hands on. */
export interface Streamed {
  route_message(message: RouteMessage): void
}

export interface PlannerAnnex {
  name: string
  pages?: readonly PageOfAnnex[]
  navigation?: readonly PlaceOfAnnex[]
  settings?: readonly SettingsOfAnnex[]
  sections?: readonly Section[]
  dialogs?: readonly DialogOfAnnex[]
  streamed?: Partial<Streamed>
}

/** The mounted annexes, in the order in which they are shown. */
export const Annexes = createContext<readonly PlannerAnnex[]>([])

export function useAnnexes(): readonly PlannerAnnex[] {
  return useContext(Annexes)
}

/** Hands an event of a stream to every annex that listens to it. */
export function handOn<Name extends keyof Streamed>(
  annexes: readonly PlannerAnnex[],
  name: Name,
): (event: Parameters<Streamed[Name]>[0]) => void {
  return (event) => {
    for (const { streamed } of annexes) streamed?.[name]?.(event)
  }
}
