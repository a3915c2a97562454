// Projects that a key may access, their zones, and their address book.
import Type from 'typebox'
import { Client, ClientInput } from '../schemas/client.ts'
import { id } from '../schemas/fields.ts'
import { deletedParameter, getPage, pageParameters, sortParameter, textParameter } from '../schemas/list.ts'
import { Project } from '../schemas/project.ts'
import { Zone, ZoneInput, ZoneUpdate } from '../schemas/zone.ts'
import { create, defineEndpoints, get, put, remove } from './endpoint.ts'
import * as example from './examples.ts'

export const projectEndpoints = defineEndpoints(
  { tag: 'Projects', auth: 'api_key', visibility: 'public' },
  {
    listProjects: get('/v2/projects', 'List projects', getPage('ProjectPage', Project), {
      description: 'Those that the key reaches.',
      query: Type.Object({
        text: textParameter('Searches the label.'),
        sort: sortParameter(['label', 'created_at', 'updated_at'], 'created_at:desc'),
        ...pageParameters,
      }),
      examples: { response: example.page(example.project) },
    }),
    getProject: get('/v2/project/{project_id}', 'Retrieve a project', Project, {
      examples: { response: example.project },
    }),
  },
)

export const zoneEndpoints = defineEndpoints(
  { tag: 'Zones', auth: 'api_key', visibility: 'public' },
  {
    listZones: get('/v2/project/{project_id}/zones', 'List the zones of a project', Type.Array(Zone), {
      description: 'A plain array.',
      examples: { response: [example.zone] },
    }),
    createZone: create('/v2/project/{project_id}/zone', 'Create a zone', Zone, {
      body: ZoneInput,
      examples: { body: { label: 'Vaduz centre', polygon: example.zone.polygon }, response: example.zone },
    }),
    getZone: get('/v2/project/{project_id}/zone/{zone_id}', 'Retrieve a zone', Zone, {
      examples: { response: example.zone },
    }),
    updateZone: put('/v2/project/{project_id}/zone/{zone_id}', 'Update a zone', Zone, {
      body: ZoneUpdate,
      examples: { body: { enabled: false }, response: { ...example.zone, enabled: false } },
    }),
    deleteZone: remove('/v2/project/{project_id}/zone/{zone_id}', 'Delete a zone', Zone, {
      examples: { response: { ...example.zone, ...example.deleted } },
    }),
  },
)

export const clientEndpoints = defineEndpoints(
  { tag: 'Clients', auth: 'api_key', visibility: 'public' },
  {
    listClients: get('/v2/clients', 'List the address book', getPage('ClientPage', Client), {
      query: Type.Object({
        project_id: id(),
        text: textParameter('Searches label, external_id, phone and e-mail.'),
        sort: sortParameter(['label', 'external_id', 'created_at', 'updated_at'], 'created_at:desc'),
        ...pageParameters,
        deleted: deletedParameter,
      }),
      examples: { query: { project_id: example.ids.project }, response: example.page(example.client) },
    }),
    createClient: create('/v2/client', 'Add an entry to the address book', Client, {
      query: Type.Object({ project_id: id() }),
      body: ClientInput,
      bodyOptional: true,
      errors: ['highway.stop.error.invalid_time_window', 'highway.stop.error.invalid_type'],
      examples: {
        query: { project_id: example.ids.project },
        body: { external_id: 'CUST-77', label: 'Museum', default_duration: 300 },
        response: example.client,
      },
    }),
    getClient: get('/v2/client/{client_id}', 'Retrieve an entry of the address book', Client, {
      examples: { response: example.client },
    }),
    updateClient: put('/v2/client/{client_id}', 'Update an entry of the address book', Client, {
      description: 'Stops that exist keep what they copied.',
      body: ClientInput,
      errors: ['highway.stop.error.invalid_time_window', 'highway.stop.error.invalid_type'],
      examples: { body: { phone: '+423 555 01 02' }, response: { ...example.client, phone: '+423 555 01 02' } },
    }),
    deleteClient: remove('/v2/client/{client_id}', 'Delete an entry of the address book', Client, {
      examples: { response: { ...example.client, ...example.deleted } },
    }),
  },
)
