// The operations on projects.
import { type App, mount, mountChange, mountRead } from '../http/mount.ts'
import { pageOf, parseSort } from '../platform/paging.ts'
import { createProject, getVisibleProject, listProjects, projectResource, updateProject } from './projects.ts'

const sortable = ['label', 'created_at', 'updated_at']

export function mountProjects(app: App): void {
  mount(app, 'listProjects', async ({ query }, { read }) => {
    const { text, limit, offset } = query
    const sort = parseSort(query.sort, sortable)
    const { rows, total } = await read((scope) => listProjects(scope, { text, sort, limit, offset }))
    return pageOf(rows.map(projectResource), total, limit, offset)
  })

  mountRead(app, 'getProject', async (scope, { params }) =>
    projectResource(await getVisibleProject(scope, params.project_id)),
  )
  mountChange(app, 'createProject', async (scope, { body }) => projectResource(await createProject(scope, body)))
  mountChange(app, 'updateProject', async (scope, { params, body }) =>
    projectResource(await updateProject(scope, params.project_id, body)),
  )
}
