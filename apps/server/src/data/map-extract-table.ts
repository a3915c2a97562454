// The table of extracts that the service's map, roads and addresses are made of.
import { extractSources, extractStates } from '@routewright/contract'
import {
  beginning,
  decimal,
  id,
  integer,
  moment,
  oneOf,
  optional,
  type RowOf,
  table,
  text,
  wholeNumber,
} from './table.ts'

export const mapExtractTable = table('map_extracts', {
  given: {
    id,
    source: oneOf(extractSources),
    name: text,
    created_at: moment,
    updated_at: moment,
  },
  computed: {
    state: oneOf(extractStates),
    size_bytes: optional(wholeNumber),
    /** Of the download, 0..1. */
    progress: optional(decimal),
    reason: optional(text),
  },
  private: {
    url: optional(text),
    /** Counts the downloads and uploads: each lies in a folder of its own. */
    version: beginning(1, integer),
    /** Below the folder of added extracts; none before the first download ended, and for the shipped one. */
    file: optional(text),
  },
})

export type MapExtractRow = RowOf<typeof mapExtractTable>
