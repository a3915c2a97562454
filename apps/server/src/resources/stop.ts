// The wire record of a stop.
import type { Selectable } from 'kysely'
import type { StopsTable, SurveysTable } from '../platform/schema.ts'
import { pickColumns } from './compact.ts'
import { type PackageRow, packageResource } from './package.ts'
import type { PlanRow } from './plan.ts'
import { type ReportRow, reportResource } from './report.ts'
import { type TaskRow, taskResource } from './task.ts'

export type StopRow = Selectable<StopsTable>
export type SurveyRow = Selectable<SurveysTable>

/** What a stop's record needs of its plan. */
export type StopPlan = Pick<PlanRow, 'label' | 'execution_date'>

export interface StopChildren {
  tasks: readonly TaskRow[]
  reports: readonly ReportRow[]
  packages: readonly PackageRow[]
  survey?: SurveyRow
}

const columns = [
  'id',
  'organization_id',
  'project_id',
  'plan_id',
  'route_id',
  'vehicle_id',
  'client_id',
  'pickup_id',
  'created_by',
  'fixed_id',
  'client_external_id',
  'external_id',
  'type',
  'location',
  'location_details',
  'label',
  'comments',
  'phone',
  'email',
  'url',
  'reference_person',
  'cluster',
  'duration',
  'requires',
  'reward',
  'time_windows',
  'volume',
  'weight',
  'price',
  'max_delivery_time',
  'status',
  'order',
  'planned_arrival_time',
  'planned_departure_time',
  'estimated_arrival_time',
  'estimated_departure_time',
  'distance_to_previous_stop',
  'distance_to_next_stop',
  'optimization_warnings',
  'custom_fields',
  'report_attempts',
  'pin',
  'customer_text_field',
  'supervisors',
  'location_validation_sent',
  'location_validation_sent_at',
  'location_validated',
  'location_validated_at',
  'created_at',
  'updated_at',
  'deleted',
  'deleted_at',
] as const

const surveyColumns = ['stop_id', 'route_id', 'rating', 'rating_tag', 'comments', 'created_at', 'updated_at'] as const

/** The stop's own fields, without tasks, reports, packages and survey: what events carry. */
export function bareStopResource(row: StopRow, plan: StopPlan | undefined, publicBase: string) {
  return {
    ...pickColumns(row, columns),
    ...(plan?.label ? { plan_label: plan.label } : {}),
    ...(plan ? { plan_execution_date: plan.execution_date } : {}),
    ...(row.route_id ? { chain_id: row.route_id } : {}),
    ...(row.route_id && row.order !== null ? { chain_position: row.order } : {}),
    tracking_url: `${publicBase}/t/${row.tracking_token}`,
    optimization_warning: row.optimization_warnings.length > 0,
  }
}

/** The whole stop; `pickup` is the linked pickup's own record, where the caller wants it nested. */
export function stopResource(
  row: StopRow,
  children: StopChildren,
  plan: StopPlan | undefined,
  publicBase: string,
  pickup?: object,
) {
  return {
    ...bareStopResource(row, plan, publicBase),
    tasks: children.tasks.map(taskResource),
    reports: children.reports.map((report) => reportResource(report, publicBase)),
    packages: children.packages.map(packageResource),
    ...(children.survey ? { survey: pickColumns(children.survey, surveyColumns) } : {}),
    ...(pickup ? { pickup } : {}),
  }
}
