// Another dispatcher of the same organization: what they see on their own screen, and what they do elsewhere.

import type { UserRole } from '@routewright/contract'
import { withoutGraphics } from '@routewright/server/testing/chromium'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { PlannerWorld } from './planner-world.ts'

export interface Colleague {
  page: Page
  /** A change by their hand, as from another window. */
  send(method: string, path: string, data: object): Promise<void>
}

/** Signs a person of this name in, by default an administrator, and opens an address below /planner. */
export async function openColleague(
  world: PlannerWorld,
  name: string,
  path: string,
  { hasMaps = true, role = 'organization_administrator' }: { hasMaps?: boolean; role?: UserRole } = {},
): Promise<Colleague> {
  const { server, browser, organizationId: organization_id, projectId: project_id } = world
  const { user_id } = await server.createUser(
    { organization_id, project_id, user_id: '', key: '', key_id: '' },
    role,
    role === 'organization_user' ? [project_id] : [],
  )
  await server.services.database.db.updateTable('users').set({ name }).where('id', '=', user_id).execute()
  const [cookie, value] = (await server.signIn(user_id)).split('=') as [string, string]
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  if (!hasMaps) await context.addInitScript(withoutGraphics)
  await context.addCookies([{ name: cookie, value, url: server.address }])
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(`${server.address}/planner${path}`)
  return {
    page,
    async send(method, path, data) {
      const headers = { origin: server.address }
      const answer = await page.request.fetch(server.address + path, { method, data, headers })
      expect(answer.status(), await answer.text()).toBeLessThan(300)
    },
  }
}
