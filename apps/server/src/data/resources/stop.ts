// The wire record of a stop.

import type { PackageRow } from '../package-table.ts'
import type { PlanRow } from '../plan-table.ts'
import { recordMaker } from '../records.ts'
import type { ReportRow } from '../report-tables.ts'
import { type StopRow, stopTable } from '../stop-table.ts'
import type { SurveyRow } from '../survey-table.ts'
import type { TaskRow } from '../task-table.ts'
import { packageResource, surveyResource, taskResource } from './records.ts'
import { reportResource } from './report.ts'

/** Fields of the plan that a stop's record needs. */
export type StopPlan = Pick<PlanRow, 'label' | 'execution_date'>

export interface StopChildren {
  tasks: readonly TaskRow[]
  reports: readonly ReportRow[]
  packages: readonly PackageRow[]
  survey?: SurveyRow
}

const ownRecord = recordMaker(stopTable)

/** Returns the stop's own fields, without tasks, reports, packages and survey, as events contain them. */
export function bareStopResource(row: StopRow, plan: StopPlan | undefined, publicBase: string) {
  return {
    ...ownRecord(row),
    ...(plan?.label ? { plan_label: plan.label } : {}),
    ...(plan ? { plan_execution_date: plan.execution_date } : {}),
    ...(row.route_id ? { chain_id: row.route_id } : {}),
    ...(row.route_id && row.order !== null ? { chain_position: row.order } : {}),
    ...getVanPlace(row),
    tracking_url: row.tracking_ended_at ? '' : `${publicBase}/t/${row.tracking_token}`,
    optimization_warning: row.optimization_warnings.length > 0,
  }
}

/** Returns the place in the van; empty when the stop has moved to another route, whose van is another one. */
function getVanPlace({ van_place, route_id }: StopRow) {
  if (van_place?.route_id !== route_id || !van_place) return {}
  const { route_id: _route, ...place } = van_place
  return { van_place: place }
}

/** Returns the whole stop; `pickup` is the linked pickup's own record, where the caller wants it nested. */
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
    ...(children.survey ? { survey: surveyResource(children.survey) } : {}),
    ...(pickup ? { pickup } : {}),
  }
}
