// The signed-in person, and the projects that they may see.
import * as operations from '@routewright/client/operations'
import type { Project, Session } from '@routewright/contract'
import { createFormats, type Formats } from '@routewright/ui/format'
import { withRegion } from '@routewright/ui/locale'
import { queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { call } from './service.ts'

const signedInKey = 'routewright.signed-in'

/** Whether somebody signed in on this device and did not sign out: who is not let in then is told that the session ended. */
export function wasSignedIn(): boolean {
  return localStorage.getItem(signedInKey) !== null
}

export function noteSignedOut(): void {
  localStorage.removeItem(signedInKey)
}

function noteSignedIn(session: Session): Session {
  localStorage.setItem(signedInKey, session.user.id)
  return session
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => noteSignedIn(await call(operations.getSession, {}, { signal, withoutSignIn: true })),
  staleTime: 5 * 60_000,
  retry: false,
})

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) => {
    const page = await call(operations.listProjects, { limit: 100 } as never, { signal })
    return page.docs as Project[]
  },
  staleTime: 60_000,
})

interface ProjectChoice {
  projectId: string | undefined
  choose(projectId: string): void
}

/** The project on screen; kept on this device. */
export const useProjectChoice = create<ProjectChoice>()(
  persist((set) => ({ projectId: undefined, choose: (projectId) => set({ projectId }) }), {
    name: 'routewright.project',
  }),
)

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

export function useProjects(): Project[] {
  return useSuspenseQuery(projectsQuery).data
}

/** The chosen project, else the first; undefined for somebody who is in none. */
export function useFoundProject(): Project | undefined {
  const projects = useProjects()
  const chosen = useProjectChoice((state) => state.projectId)
  return projects.find(({ id }) => id === chosen) ?? projects[0]
}

/** The project on screen. Only below the frame, which shows something else to people without any project. */
export function useProject(): Project {
  const project = useFoundProject()
  if (!project) throw new Error('There is no project.')
  return project
}

/** How values are written: the reader's language, the project's zone, units and currency. */
export function useFormats(of?: Pick<Project, 'timezone' | 'currency' | 'settings'>): Formats {
  const { i18n } = useTranslation()
  const { data } = useQuery({ ...projectsQuery, enabled: of === undefined })
  const chosen = useProjectChoice((state) => state.projectId)
  const project = of ?? data?.find(({ id }) => id === chosen) ?? data?.[0]
  const { timezone, currency } = project ?? {}
  const units = project?.settings.units
  return useMemo(
    () => sharedFormats(i18n.language, timezone, currency, units),
    [i18n.language, timezone, currency, units],
  )
}

type ProjectUnits = Project['settings']['units']
const formatsMade = new Map<string, Formats>()

/** Made once for all that ask: what writes dates takes the browser milliseconds to make. */
function sharedFormats(language: string, timeZone?: string, currency?: string, units?: ProjectUnits): Formats {
  const key = [language, timeZone, currency, units].join(' ')
  const made =
    formatsMade.get(key) ??
    createFormats({
      language: withRegion(language),
      ...(timeZone && { timeZone }),
      ...(currency && { currency }),
      ...(units && { units }),
    })
  formatsMade.set(key, made)
  return made
}

/** Rights of the signed-in person in the project on screen; the server decides, this only hides controls that it would refuse. */
export function useMayPlan(): boolean {
  const { user } = useSession()
  const project = useFoundProject()
  if (user.role !== 'organization_user') return true
  const part = user.memberships.find(({ project_id }) => project_id === project?.id)
  return part !== undefined && part.role !== 'supervisor'
}

/** Whether the signed-in person manages the organization: its projects, its people, what it is told. */
export function useMayManage(): boolean {
  return useSession().user.role !== 'organization_user'
}

/** Whether the signed-in person only watches stops in the project on screen. */
export function useIsSupervisor(): boolean {
  const { user } = useSession()
  const project = useFoundProject()
  if (user.role !== 'organization_user') return false
  return user.memberships.some(({ project_id, role }) => project_id === project?.id && role === 'supervisor')
}

/** Forgets everything of the last person and takes the new session. */
export function useTakeSession(): (session: Session) => void {
  const client = useQueryClient()
  return (session) => {
    client.clear()
    client.setQueryData(sessionQuery.queryKey, noteSignedIn(session))
  }
}
