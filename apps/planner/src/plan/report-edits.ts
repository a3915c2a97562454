// Reports that a dispatcher makes by hand. Its undo step takes a report back, unless somebody has acted on it since.
import * as operations from '@routewright/client/operations'
import type { ConflictDecision, Report, ReportConflict, ReportInput } from '@routewright/contract'
import { call } from '../shell/service.ts'
import { type Step, useHistory } from './history.ts'
import { showConflict } from './live-stream.ts'
import { readRoute, readStop } from './record-edits.ts'

/** A report with the pictures that go with it. */
export interface ByHand
  extends Pick<ReportInput, 'type' | 'cancel_reason' | 'comments' | 'custom_fields' | 'pin' | 'payment_collected'> {
  photos: readonly File[]
}

/** Records it; throws what the service refuses. */
export async function recordByHand(label: string, stopId: string, { photos, ...report }: ByHand): Promise<void> {
  const images: string[] = []
  for (const photo of photos) {
    images.push((await call(operations.uploadReportImage, { stop_id: stopId, file: photo })).id)
  }
  useHistory.getState().note(await file(label, stopId, { ...report, images }))
}

async function file(label: string, stop_id: string, body: ReportInput): Promise<Step> {
  const { id } = await call(operations.createReport, { stop_id, body })
  await showStop(stop_id)
  return {
    label,
    async takeBack() {
      await takeBackReport({ stop_id, id })
      return { label, takeBack: () => file(label, stop_id, body) }
    },
  }
}

/** Makes the stop what it was before the report. Throws why that is no longer possible. */
export async function takeBackReport({ stop_id, id }: Pick<Report, 'stop_id' | 'id'>): Promise<void> {
  await call(operations.takeBackReport, { stop_id, report_id: id })
  await showStop(stop_id)
}

/** Decides what becomes of a report that does not count. Throws what the service refuses. */
export async function decideConflict({ id, stop_id }: ReportConflict, decision: ConflictDecision): Promise<void> {
  showConflict(await call(operations.decideReportConflict, { conflict_id: id, body: { decision } }))
  if (decision === 'take') await showStop(stop_id)
}

/** Has a failed delivery go back to its sender, or not. Throws what the service refuses. */
export async function chooseSender(label: string, stop_id: string, returns: boolean): Promise<void> {
  useHistory.getState().note(await sendChoice(label, stop_id, returns))
}

async function sendChoice(label: string, stop_id: string, returns: boolean): Promise<Step> {
  await call(operations.returnToSender, { stop_id, body: { returns } })
  await readStop(stop_id)
  return { label, takeBack: () => sendChoice(label, stop_id, !returns) }
}

/** The stop and what followed for its route, on screen. */
async function showStop(stopId: string): Promise<void> {
  const { route_id } = await readStop(stopId)
  if (route_id) await readRoute(route_id)
}
