// Older paths, for programs written for the original service: available to organizations that switched them on.
import Type from 'typebox'
import { bodyBytes, listLength } from '../limits.ts'
import { record } from '../schema.ts'
import { Client, ClientInput } from '../schemas/client.ts'
import { id } from '../schemas/fields.ts'
import { getPage, pageParameters, sortParameter, textParameter } from '../schemas/list.ts'
import { Project } from '../schemas/project.ts'
import { Route } from '../schemas/route.ts'
import { Stop } from '../schemas/stop.ts'
import { create, defineEndpoints, type EndpointDeclaration, get, getFile, post } from './endpoint.ts'
import { clientEndpoints } from './projects.ts'
import { routeEndpoints } from './routes.ts'

/** An operation under its older path, otherwise identical. */
function under<const Declaration extends EndpointDeclaration, const Path extends `/${string}`>(
  path: Path,
  declaration: Declaration,
) {
  return { ...declaration, path, ...older } as Omit<Declaration, 'path' | '~params' | 'operationId' | 'params'> & {
    path: Path
  }
}

const older = { visibility: 'internal', isForOlderClients: true } as const

const FlatPlace = record('FlatPlace', 'A record by its id and place alone.', {
  id: id(),
  lat: Type.Optional(Type.Number()),
  lng: Type.Optional(Type.Number()),
})

const ofProject = Type.Object({ project_id: id() })

/** Uses the names of older clients: a driver is a route. */
export const olderClientEndpoints = defineEndpoints(
  { tag: 'Older clients', auth: 'api_key', ...older },
  {
    listAllProjects: get('/projects', 'List all projects', Type.Array(Project)),
    searchClients: under('/v2/clients/search', clientEndpoints.listClients),
    createClients: create('/v2/clients', 'Add several entries to the address book', Type.Array(Client), {
      description: 'All or none, answered in the order sent.',
      query: ofProject,
      body: Type.Array(ClientInput, { maxItems: listLength.bulk }),
      maxBodyBytes: bodyBytes.vehicles,
      errors: ['highway.stop.error.invalid_time_window', 'highway.stop.error.invalid_type'],
    }),
    listFlatClients: get('/v2/clients/flat', 'List the places of the address book', Type.Array(FlatPlace), {
      query: ofProject,
    }),
    listFlatVehicles: get('/v2/vehicles/flat', 'List the starts of the fleet', Type.Array(FlatPlace), {
      query: ofProject,
    }),
    searchDrivers: get('/v2/drivers/search', 'List the routes of a project', getPage('DriverPage', Route), {
      query: Type.Object({
        project_id: id(),
        text: textParameter('Searches label, external_id, plate and e-mail.'),
        sort: sortParameter(['label', 'external_id', 'created_at', 'updated_at'], 'created_at:desc'),
        ...pageParameters,
      }),
    }),
    createDrivers: under('/v2/drivers', routeEndpoints.createRoutes),
    getDriver: under('/v2/driver/{id}', routeEndpoints.getRoute),
    updateDriver: under('/v2/driver/{id}', routeEndpoints.updateRoute),
    deleteDriver: under('/v2/driver/{id}', routeEndpoints.deleteRoute),
    optimizeDriver: under('/v2/driver/{id}/optimize', routeEndpoints.optimizeRoute),
    moveStop: post('/v2/stop/{stop_id}/move', 'Move a stop to another plan', Stop, {
      query: Type.Object({ plan_id: Type.Optional(id('Without one the stop leaves its plan.')) }),
      errors: ['highway.stop.error.promised', 'highway.stop.error.project_mismatch', 'highway.plan.error.finished'],
    }),
    getPictureOfReport: getFile('/v3/stop/report/{report_id}/image/{image_id}', 'A picture of a report', 'image/*'),
  },
)

export const olderPageEndpoints = defineEndpoints(
  { tag: 'Older clients', auth: 'none', ...older },
  {
    getPublicPictureOfReport: getFile(
      '/v3/stop/report/{report_id}/image/{image_id}/public',
      'A picture of a report, without a key',
      'image/*',
    ),
  },
)
