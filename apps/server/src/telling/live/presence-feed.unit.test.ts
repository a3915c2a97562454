import { expect, test } from 'vitest'
import type { Database } from '../../frame/platform/db.ts'
import { createLog } from '../../frame/platform/log.ts'
import { Presence, type PresentViewer } from './presence.ts'
import { PresenceFeeds } from './presence-feed.ts'

function getViewer(number: number): PresentViewer {
  const ids = { organization_id: 'o', project_id: 'p', plan_id: 'plan', stop_ids: [], route_ids: [] }
  return { ...ids, viewer_id: `v${number}`, user_id: 'u', name: `Viewer ${number}`, since: '2026-03-02T08:00:00.000Z' }
}

test('once the last page of a plan is closed, nothing of who had it open is kept or shown to the next one', () => {
  const presence = new Presence({ backend: 'pglite' } as Database, createLog({ level: 'fatal' }))
  const feeds = new PresenceFeeds(presence)
  const told: string[] = []
  const open = (number: number) => {
    const reader = feeds.follow({ planId: 'plan' }, (_event, data) => told.push(data))
    const leave = presence.enter(getViewer(number))
    reader.showAll()
    return () => {
      // The page is no reader any more when it is noted as gone.
      reader.end()
      leave()
    }
  }
  const close = open(1)
  close()
  expect(feeds.heldPlans).toBe(0)
  open(2)
  const { viewers } = JSON.parse(told.at(-1)!) as { viewers: { viewer_id: string }[] }
  expect(viewers.map(({ viewer_id }) => viewer_id)).not.toContain('v1')
  feeds.close()
})
