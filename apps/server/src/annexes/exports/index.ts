// Tables, route sheets, proofs and labels to take away, and tables of records to bring back.
import type { Annex } from '../annexes.ts'
import { cleanUpExports } from './background.ts'
import { startExports } from './export.job.ts'
import { mountExports } from './exports.http.ts'
import { mountRecordFiles } from './record-files/record-files.http.ts'

export const exportFiles: Annex = {
  name: 'exports',
  mount(app) {
    mountExports(app)
    mountRecordFiles(app)
  },
  work: startExports,
  cleanUp: cleanUpExports,
}
