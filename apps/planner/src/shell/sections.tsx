// Shows what annexes add to a place of the core.

import { type ComponentType, Suspense, use } from 'react'
import { type Load, type PlannerAnnex, type SectionPlace, type SectionPlaces, useAnnexes } from './annex.ts'

// biome-ignore lint/suspicious/noExplicitAny: each place has props of its own
type AnyLoad = Load<any>
// biome-ignore lint/suspicious/noExplicitAny: each place has props of its own
type AnyComponent = ComponentType<any>

const loading = new Map<AnyLoad, Promise<AnyComponent>>()

function loadOnce(load: AnyLoad): Promise<AnyComponent> {
  const known = loading.get(load)
  if (known) return known
  const component = load().then((module) => module.default)
  loading.set(load, component)
  // React draws a promise with these marks at once. It sets them itself, but only after it has waited.
  component.then((value) => Object.assign(component, { status: 'fulfilled', value })).catch(() => {})
  return component
}

function listLoads(annexes: readonly PlannerAnnex[], places: readonly SectionPlace[]): AnyLoad[] {
  return annexes.flatMap(({ sections = [] }) =>
    sections.filter(({ at }) => places.includes(at)).map(({ load }): AnyLoad => load),
  )
}

type SectionsProps = { [At in SectionPlace]: { at: At } & SectionPlaces[At] }[SectionPlace]

/** Renders the sections of a place in the order of the annexes; each comes when it is loaded. */
export function Sections({ at, ...given }: SectionsProps) {
  return listLoads(useAnnexes(), [at]).map((load, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the annexes and their order never change
    <Suspense key={index}>
      <Loaded load={load} given={given} />
    </Suspense>
  ))
}

function Loaded({ load, given }: { load: AnyLoad; given: object }) {
  const Component = use(loadOnce(load))
  return <Component {...given} />
}

/** Begins to load the sections of some places; what cannot be loaded says so where it is shown. */
export function loadSections(annexes: readonly PlannerAnnex[], places: readonly SectionPlace[]): void {
  for (const load of listLoads(annexes, places)) loadOnce(load)
}

/**
 * Has the screen wait until the sections of some places are here, so that nothing on it moves when they come. It asks React for each of
 * them on every drawing: a drawing that goes on after a wait must call what the first one called, or the hooks after it fail.
 */
export function useLoadedSections(places: readonly SectionPlace[]): void {
  const annexes = useAnnexes()
  for (const load of listLoads(annexes, places)) use(loadOnce(load))
}
