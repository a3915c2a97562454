// The records that the contract declares, held against the field tables of the specification, written down here once more.
import {
  endpoint,
  FullPlan,
  Location,
  Package,
  Plan,
  Predicate,
  Report,
  Route,
  Stop,
  Survey,
  Task,
  Vehicle,
} from '@routewright/contract'
import { describe, expect, test } from 'vitest'

type Kind = 'id' | 'string' | 'number' | 'integer' | 'boolean' | 'timestamp' | 'object' | 'array' | 'any'
interface Schema {
  type?: string | string[]
  enum?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  minLength?: number
  format?: string
  'x-calendar'?: string
}

/** name:kind, … as the specification lists them. */
const tables: Record<string, { schema: unknown; fields: string }> = {
  Location: {
    schema: Location,
    fields:
      'location_id:id label:string country:string country_code:string state:string city:string street:string postal_code:string comments:string main_text:string secondary_text:string lat:number lng:number',
  },
  Plan: {
    schema: Plan,
    fields:
      'id:id organization_id:id project_id:id created_by:id label:string execution_date:timestamp status:string completed_stops:integer canceled_stops:integer pending_stops:integer incomplete_stops:integer total_stops:integer total_routes:integer created_at:timestamp updated_at:timestamp deleted_at:timestamp deleted:boolean external_id:string',
  },
  'Full plan': { schema: FullPlan, fields: 'id:id stops:array routes:array vehicles:array' },
  Stop: {
    schema: Stop,
    fields:
      'id:id organization_id:id project_id:id plan_id:id route_id:id vehicle_id:id client_id:id pickup_id:id created_by:id fixed_id:string plan_label:string client_external_id:string external_id:string tracking_url:string type:string location:object location_details:string label:string comments:string phone:string email:string url:string reference_person:string cluster:string duration:integer requires:array reward:number time_windows:array volume:number weight:number price:number max_delivery_time:integer status:string plan_execution_date:timestamp order:integer planned_arrival_time:integer planned_departure_time:integer estimated_arrival_time:timestamp estimated_departure_time:timestamp distance_to_previous_stop:number distance_to_next_stop:number optimization_warning:boolean chain_id:string chain_position:number custom_fields:object tasks:array reports:array report_attempts:integer survey:object pin:string customer_text_field:string supervisors:array location_validation_sent:boolean location_validated:boolean location_validation_sent_at:timestamp location_validated_at:timestamp packages:array pickup:any created_at:timestamp updated_at:timestamp deleted_at:timestamp deleted:boolean',
  },
  Task: {
    schema: Task,
    fields:
      'id:id stop_id:id created_by:id label:string comments:string barcode:string status:string custom_fields:object created_at:timestamp updated_at:timestamp deleted_at:timestamp',
  },
  Report: {
    schema: Report,
    fields:
      'id:id stop_id:id route_id:id project_id:id plan_id:id type:string comments:string images:array signature:object tasks:array cancel_reason:string location:object location_distance:number time_in_stop:number custom_fields:object created_at:timestamp',
  },
  Survey: {
    schema: Survey,
    fields:
      'stop_id:id route_id:id rating:number rating_tag:string comments:string created_at:timestamp updated_at:timestamp',
  },
  Package: {
    schema: Package,
    fields: 'identifier:string status:string picked_at:timestamp delivered_at:timestamp updated_at:timestamp',
  },
  Route: {
    schema: Route,
    fields:
      'id:id project_id:id plan_id:id vehicle_id:id created_by:id external_id:string label:string vehicle_label:string plan_label:string comments:string phone:string email:string plate:string vehicle_model:string brand:string plan_execution_date:string color:string start_location:object end_location:object vehicle:object planned_track:string is_locked:boolean geo_fences:array time_window:array max_distance:number min_distance:number max_time:number min_time:number max_weight:number max_volume:number max_services:number provides:array order:integer start_date:timestamp end_date:timestamp estimated_end_time:timestamp last_position:object planned_start_time:integer planned_end_time:integer custom_fields:object distance_traveled:number tracing_percent:number price_per_minute:number price_per_distance:number price_per_stop:number toll_price:number toll_price_currency:string status:string stops:array break_stop:object created_at:timestamp updated_at:timestamp deleted_at:timestamp deleted:boolean',
  },
  Vehicle: {
    schema: Vehicle,
    fields:
      'id:id organization_id:id project_id:id external_id:string label:string plate:string vehicle_model:string brand:string color:string enabled:boolean default_provides:array created_at:timestamp',
  },
  Predicate: { schema: Predicate, fields: 'field:string operator:string value:any type:string' },
  'Session map': { schema: endpoint('getVehicleSessions').response[200], fields: 'sessions:object' },
}

test.each(Object.entries(tables))('%s carries the listed fields with their types', (_, { schema, fields }) => {
  const properties = (schema as Schema).properties!
  for (const [name, kind] of fields.split(' ').map((field) => field.split(':') as [string, Kind])) {
    expect(Object.keys(properties)).toContain(name)
    expect(listKinds(properties[name]!), name).toContain(kind)
  }
})

const enums: [string, unknown, string, string[]][] = [
  ['status of a plan', Plan, 'status', ['planning', 'in_progress', 'finished', 'draft']],
  ['status of a stop', Stop, 'status', ['pending', 'incomplete', 'completed', 'canceled']],
  ['status of a route', Route, 'status', ['not_started', 'in_transit', 'finished']],
  ['status of a package', Package, 'status', ['pending', 'picked', 'delivered']],
  [
    'type of a report',
    Report,
    'type',
    ['service_report_attempted', 'service_report_completed', 'service_report_canceled'],
  ],
]

describe('enums', () => {
  test.each(enums)('%s has the values of the specification and no other', (_, schema, field, values) => {
    expect((schema as Schema).properties![field]!.enum!.toSorted()).toEqual(values.toSorted())
  })
})

function listKinds(schema: Schema): Kind[] {
  const types = [schema.type ?? []].flat() as Kind[]
  const kinds: Kind[] = ['any', ...types]
  if (types.includes('integer')) kinds.push('number')
  if (schema.minLength === 24) kinds.push('id')
  if (schema.format === 'date-time' || schema['x-calendar']) kinds.push('timestamp')
  return kinds
}
