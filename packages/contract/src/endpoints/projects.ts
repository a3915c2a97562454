// Projects that a key reaches, their zones, and their address book.
import Type from 'typebox'
import { Client, ClientInput } from '../schemas/client.ts'
import { id } from '../schemas/fields.ts'
import { deletedParameter, pageOf, pageParameters, sortParameter, textParameter } from '../schemas/list.ts'
import { Project } from '../schemas/project.ts'
import { Zone, ZoneInput, ZoneUpdate } from '../schemas/zone.ts'
import { defineEndpoints } from './endpoint.ts'
import * as example from './examples.ts'

const deleted = { deleted: true, deleted_at: '2026-11-20T08:00:00.000Z' }

export const projectEndpoints = defineEndpoints(
  { tag: 'Projects', auth: 'api_key', visibility: 'public' },
  {
    listProjects: {
      method: 'GET',
      path: '/v2/projects',
      summary: 'List projects',
      description: 'Those that the key reaches.',
      query: Type.Object({
        text: textParameter('Searches the label.'),
        sort: sortParameter(['label', 'created_at', 'updated_at'], 'created_at:desc'),
        ...pageParameters,
      }),
      response: { 200: pageOf('ProjectPage', Project) },
      examples: { response: example.page(example.project) },
    },
    getProject: {
      method: 'GET',
      path: '/v2/project/{project_id}',
      summary: 'Retrieve a project',
      response: { 200: Project },
      examples: { response: example.project },
    },
  },
)

export const zoneEndpoints = defineEndpoints(
  { tag: 'Zones', auth: 'api_key', visibility: 'public' },
  {
    listZones: {
      method: 'GET',
      path: '/v2/project/{project_id}/zones',
      summary: 'List the zones of a project',
      description: 'A plain array.',
      response: { 200: Type.Array(Zone) },
      examples: { response: [example.zone] },
    },
    createZone: {
      method: 'POST',
      path: '/v2/project/{project_id}/zone',
      summary: 'Create a zone',
      body: ZoneInput,
      response: { 201: Zone },
      examples: { body: { label: 'Vaduz centre', polygon: example.zone.polygon }, response: example.zone },
    },
    getZone: {
      method: 'GET',
      path: '/v2/project/{project_id}/zone/{zone_id}',
      summary: 'Retrieve a zone',
      response: { 200: Zone },
      examples: { response: example.zone },
    },
    updateZone: {
      method: 'PUT',
      path: '/v2/project/{project_id}/zone/{zone_id}',
      summary: 'Update a zone',
      body: ZoneUpdate,
      response: { 200: Zone },
      examples: { body: { enabled: false }, response: { ...example.zone, enabled: false } },
    },
    deleteZone: {
      method: 'DELETE',
      path: '/v2/project/{project_id}/zone/{zone_id}',
      summary: 'Delete a zone',
      response: { 200: Zone },
      examples: { response: { ...example.zone, ...deleted } },
    },
  },
)

export const clientEndpoints = defineEndpoints(
  { tag: 'Clients', auth: 'api_key', visibility: 'public' },
  {
    listClients: {
      method: 'GET',
      path: '/v2/clients',
      summary: 'List the address book',
      query: Type.Object({
        project_id: id(),
        text: textParameter('Searches label, external_id, phone and e-mail.'),
        sort: sortParameter(['label', 'external_id', 'created_at', 'updated_at'], 'created_at:desc'),
        ...pageParameters,
        deleted: deletedParameter,
      }),
      response: { 200: pageOf('ClientPage', Client) },
      examples: { query: { project_id: example.ids.project }, response: example.page(example.client) },
    },
    createClient: {
      method: 'POST',
      path: '/v2/client',
      summary: 'Add an entry to the address book',
      query: Type.Object({ project_id: id() }),
      body: ClientInput,
      bodyOptional: true,
      response: { 201: Client },
      errors: ['highway.stop.error.invalid_time_window', 'highway.stop.error.invalid_type'],
      examples: {
        query: { project_id: example.ids.project },
        body: { external_id: 'CUST-77', label: 'Museum', default_duration: 300 },
        response: example.client,
      },
    },
    getClient: {
      method: 'GET',
      path: '/v2/client/{client_id}',
      summary: 'Retrieve an entry of the address book',
      response: { 200: Client },
      examples: { response: example.client },
    },
    updateClient: {
      method: 'PUT',
      path: '/v2/client/{client_id}',
      summary: 'Update an entry of the address book',
      description: 'Stops that exist keep what they copied.',
      body: ClientInput,
      response: { 200: Client },
      errors: ['highway.stop.error.invalid_time_window', 'highway.stop.error.invalid_type'],
      examples: { body: { phone: '+423 555 01 02' }, response: { ...example.client, phone: '+423 555 01 02' } },
    },
    deleteClient: {
      method: 'DELETE',
      path: '/v2/client/{client_id}',
      summary: 'Delete an entry of the address book',
      response: { 200: Client },
      examples: { response: { ...example.client, ...deleted } },
    },
  },
)
