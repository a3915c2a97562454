// The operations on projects.
import { type App, mount } from '../http/mount.ts'
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

  mount(app, 'getProject', async ({ params }, { read }) =>
    projectResource(await read((scope) => getVisibleProject(scope, params.project_id))),
  )

  mount(app, 'createProject', async ({ body }, { transaction }) =>
    projectResource(await transaction((scope) => createProject(scope, body))),
  )

  mount(app, 'updateProject', async ({ params, body }, { transaction }) =>
    projectResource(await transaction((scope) => updateProject(scope, params.project_id, body))),
  )
}
