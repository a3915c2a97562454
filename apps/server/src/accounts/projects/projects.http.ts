// The operations on projects.
import { limits } from '@routewright/contract'
import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import { getPage, parseSort } from '../../frame/platform/paging.ts'
import { createProject, getVisibleProject, listProjects, projectResource, updateProject } from './projects.ts'

const sortable = ['label', 'created_at', 'updated_at']

export function mountProjects(app: App): void {
  mount(app, 'listProjects', async ({ query }, { read }) => {
    const { text, limit, offset } = query
    const sort = parseSort(query.sort, sortable)
    const { rows, total } = await read((scope) => listProjects(scope, { text, sort, limit, offset }))
    return getPage(rows.map(projectResource), total, limit, offset)
  })

  mount(app, 'listAllProjects', async (_input, { read }) => {
    const all = { sort: parseSort('created_at:desc', sortable), limit: limits.pageLimits.maxLimit, offset: 0 }
    const { rows } = await read((scope) => listProjects(scope, all))
    return rows.map(projectResource)
  })

  mountRead(app, 'getProject', async (scope, { params }) =>
    projectResource(await getVisibleProject(scope, params.project_id)),
  )
  mountChange(app, 'createProject', async (scope, { body }) => projectResource(await createProject(scope, body)))
  mountChange(app, 'updateProject', async (scope, { params, body }) =>
    projectResource(await updateProject(scope, params.project_id, body)),
  )
}
