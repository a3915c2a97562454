// Shows pages who else has their plan open: first everybody, then changes, collected and serialized once for all readers.
import { SHOWN_VIEWERS } from '@routewright/contract'
import type { LivePlace } from './live.ts'
import type { Presence, PresentViewer } from './presence.ts'

/** `presence` or `presence_change`, its data as JSON. */
export type ShowPresence = (event: 'presence' | 'presence_change', data: string) => void

export interface PresenceReader {
  /** Sends everybody present, as at the beginning. */
  showAll(): void
  end(): void
}

/** Changes within this time are sent together. */
const gatherMilliseconds = 200

interface PlanView {
  /** Viewers that the plan's readers know, by viewer id. */
  shown: Map<string, PresentViewer>
  gathering: NodeJS.Timeout | undefined
}

export class PresenceFeeds {
  private readonly presence: Presence
  /** Readers by `plan …` or `project …`. */
  private readonly readers = new Map<string, Set<ShowPresence>>()
  private readonly views = new Map<string, PlanView>()
  private readonly stop: () => void

  constructor(presence: Presence) {
    this.presence = presence
    this.stop = presence.onChange(({ plan_id, project_id }) => this.gather(plan_id, project_id))
  }

  follow(place: LivePlace, show: ShowPresence): PresenceReader {
    const key = 'planId' in place ? `plan ${place.planId}` : `project ${place.projectId}`
    const group = this.readers.get(key) ?? new Set()
    this.readers.set(key, group.add(show))
    return {
      showAll: () => this.showAll(place, show),
      end: () => {
        group.delete(show)
        if (group.size === 0 && this.readers.get(key) === group) this.readers.delete(key)
      },
    }
  }

  /** Number of plans for which the viewers known to readers are stored. */
  get heldPlans(): number {
    return this.views.size
  }

  close(): void {
    this.stop()
    for (const { gathering } of this.views.values()) clearTimeout(gathering)
  }

  private readersOf(planId: string, projectId: string): ShowPresence[] {
    return [...(this.readers.get(`plan ${planId}`) ?? []), ...(this.readers.get(`project ${projectId}`) ?? [])]
  }

  private viewOf(planId: string, shown: () => PlanView['shown']): PlanView {
    const view = this.views.get(planId) ?? { shown: shown(), gathering: undefined }
    this.views.set(planId, view)
    return view
  }

  private showAll(place: LivePlace, show: ShowPresence): void {
    const planIds = 'planId' in place ? [place.planId] : this.presence.list(place).map(({ plan_id }) => plan_id)
    for (const plan_id of new Set(planIds)) {
      const here = this.presence.list({ planId: plan_id })
      const { shown } = this.viewOf(plan_id, () => listNamed(here))
      show('presence', JSON.stringify({ plan_id, viewers: [...shown.values()].map(shownPart), count: here.length }))
    }
  }

  private gather(planId: string, projectId: string): void {
    if (this.readersOf(planId, projectId).length === 0) {
      this.forget(planId)
      return
    }
    // Without known viewers, everybody is new.
    const view = this.viewOf(planId, () => new Map())
    view.gathering ??= setTimeout(() => this.showChange(view, planId, projectId), gatherMilliseconds).unref()
  }

  /** Forgets a plan that nobody looks at any more; the next reader is sent everybody present. */
  private forget(planId: string): void {
    clearTimeout(this.views.get(planId)?.gathering)
    this.views.delete(planId)
  }

  private showChange(view: PlanView, planId: string, projectId: string): void {
    view.gathering = undefined
    const here = this.presence.list({ planId })
    const now = listNamed(here)
    const viewers = [...now.values()].filter((viewer) => view.shown.get(viewer.viewer_id) !== viewer).map(shownPart)
    const gone = [...view.shown.keys()].filter((id) => !now.has(id))
    view.shown = now
    const addressees = this.readersOf(planId, projectId)
    if (now.size === 0 || addressees.length === 0) this.views.delete(planId)
    const data = JSON.stringify({ plan_id: planId, viewers, gone, count: here.length })
    for (const show of addressees) show('presence_change', data)
  }
}

/** Returns the viewers that are shown by name: the first ones, since ids grow with time. */
function listNamed(here: readonly PresentViewer[]): PlanView['shown'] {
  return new Map(here.slice(0, SHOWN_VIEWERS).map((viewer) => [viewer.viewer_id, viewer]))
}

/** Returns the fields of a viewer that others see. */
export function shownPart({ organization_id: _organization, project_id: _project, ...shown }: PresentViewer) {
  return shown
}
